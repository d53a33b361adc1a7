// While games are being played, look now and then whether they are done; without this script there is a link.
"use strict";

let pause = 2000;

async function look() {
  if (!document.querySelector("[data-waiting]") || document.hidden) return;
  pause = Math.min(pause * 1.3, 20000);
  const address = location.href;
  try {
    const text = await (await fetch(address)).text();
    if (text.includes("data-waiting")) return;
    line = line.then(() => location.href === address && show(address, {}, false)); // after forms that are on their way
  } catch {
    // the server is gone for now: look again later
  }
}

(async () => {
  for (;;) {
    await new Promise((done) => setTimeout(done, pause));
    await look();
  }
})();
