// Forms and links marked data-live are answered without leaving the page. Every one of them works without this script.
"use strict";

document.documentElement.classList.add("scripted");

let asked = 0;
let changed = ""; // the field whose change submits its form
let line = Promise.resolve(); // forms are sent one after the other, each with what the one before it came to
const waiting = new Set(); // controls whose answer has not come yet

async function show(address, options, push) {
  const turn = ++asked;
  let answer, text;
  try {
    answer = await fetch(address, options);
    text = await answer.text();
  } catch {
    say("The site does not answer: is it still served?", true);
    return;
  }
  if (turn !== asked) return; // something newer was asked for meanwhile
  const next = new DOMParser().parseFromString(text, "text/html");
  const main = next.querySelector("main");
  if (!main) {
    say(text.slice(0, 200), true);
    return;
  }
  const before = document.activeElement;
  const id = before ? before.dataset.then || before.id : ""; // data-then: where to go on from what will not be there
  if (push && answer.url !== location.href) history.pushState(null, "", answer.url);
  document.title = next.title;
  const open = [...document.querySelectorAll("main details[open][id]")].map((one) => one.id);
  document.querySelector("main").replaceWith(document.adoptNode(main));
  for (const one of open) document.getElementById(one)?.setAttribute("open", "");
  const again = id && document.getElementById(id);
  if (again) again.focus({ preventScroll: true });
  say(main.querySelector("[data-said]")?.textContent ?? "", false);
}

function say(text, wrong) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.className = wrong ? "wrong" : "hide";
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const pressed = event.submitter;
  const id = pressed?.id;
  if (id && waiting.has(id)) return; // tapped again because nothing seemed to happen
  if (id) waiting.add(id);
  const name = changed || document.activeElement?.name;
  const values = name ? new FormData(form).getAll(name) : [];
  const own = form.getAttribute("action");
  line = line.then(async () => {
    const now = [...document.forms].find((one) => one.getAttribute("action") === own) ?? form;
    const fields = new URLSearchParams(new FormData(now));
    if (name) fields.delete(name);
    for (const value of values) fields.append(name, value);
    if (pressed?.name) fields.append(pressed.name, pressed.value);
    if (form.method === "post") await show(form.action, { method: "POST", body: fields }, true);
    else await show(`${form.action.split("?")[0]}?${fields}`, {}, true);
    waiting.delete(id);
  });
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || event.target.closest("[data-quiet]")) return;
  changed = event.target.name;
  form.requestSubmit();
  changed = "";
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(link.href, {}, true);
});

addEventListener("popstate", () => show(location.href, {}, false));
