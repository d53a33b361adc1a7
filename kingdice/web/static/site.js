// Forms and links marked data-live are answered without leaving the page. Every one of them works without this script.
"use strict";

document.documentElement.classList.add("scripted");

let asked = 0;

async function show(address, options, push) {
  const turn = ++asked;
  let answer, text;
  try {
    answer = await fetch(address, options);
    text = await answer.text();
  } catch {
    location.assign(address);
    return;
  }
  if (turn !== asked) return; // something newer was asked for meanwhile
  const next = new DOMParser().parseFromString(text, "text/html");
  const main = next.querySelector("main");
  if (!main) {
    location.assign(answer.url);
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
  document.getElementById("said").textContent = main.querySelector("[data-said]")?.textContent ?? "";
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  const pressed = event.submitter;
  if (pressed && pressed.name) fields.append(pressed.name, pressed.value);
  if (form.method === "post") show(form.action, { method: "POST", body: fields }, true);
  else show(`${form.action.split("?")[0]}?${fields}`, {}, true);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-live]");
  if (form && !event.target.closest("[data-quiet]")) form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  show(link.href, {}, true);
});

addEventListener("popstate", () => show(location.href, {}, false));
