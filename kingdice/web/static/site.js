// Forms and links marked data-live are answered without leaving the page. Every one of them works without this script.
"use strict";

document.documentElement.classList.add("scripted");

let asked = 0;
let here = bare(location.href); // the address of what is shown
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
  if (push && bare(answer.url) !== here) history.pushState(null, "", answer.url);
  here = bare(location.href);
  document.title = next.title;
  const open = [...document.querySelectorAll("main details[open][id]")].map((one) => one.id);
  document.querySelector("main").replaceWith(document.adoptNode(main));
  for (const one of open) document.getElementById(one)?.setAttribute("open", "");
  const again = id && document.getElementById(id);
  if (again) again.focus({ preventScroll: true });
  say(main.querySelector("[data-said]")?.textContent ?? "", false);
}

function bare(address) {
  return address.split("#")[0];
}

const sent = new WeakMap(); // what fields showed when their form was sent last

// What was chosen or typed since then, as [name, value]: it counts, whatever comes in between.
function news(form) {
  const all = new FormData(form);
  const names = new Set();
  for (const field of form.elements) {
    const [before, now] = [sent.get(field) ?? began(field), shown(field)];
    if (now !== before) names.add(field.name);
    sent.set(field, now);
  }
  return [...names].map((name) => [name, all.get(name)]);
}

function shown(field) {
  return field.type === "radio" || field.type === "checkbox" ? field.checked : field.value;
}

function began(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.defaultChecked;
  if (field.options) return (field.querySelector("option[selected]") ?? field.options[0]).value;
  return field.defaultValue ?? field.value;
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
  const fresh = news(form);
  const own = form.getAttribute("action");
  line = line
    .then(() => {
      const now = [...document.forms].find((one) => one.getAttribute("action") === own) ?? form;
      const fields = new URLSearchParams(new FormData(now));
      for (const [name, value] of fresh) {
        if (value === null) fields.delete(name); // nothing is ticked
        else fields.set(name, value);
      }
      if (pressed?.name) fields.append(pressed.name, pressed.value);
      if (form.method === "post") return show(form.action, { method: "POST", body: fields }, true);
      return show(`${form.action.split("?")[0]}?${fields}`, {}, true);
    })
    .catch((error) => say(String(error), true)) // else nothing would ever be sent again
    .finally(() => waiting.delete(id));
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || event.target.closest("[data-quiet]")) return;
  form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(link.href, {}, true);
});

addEventListener("popstate", () => {
  if (bare(location.href) === here) return; // only to another place of the page
  here = bare(location.href);
  show(location.href, {}, false);
});
