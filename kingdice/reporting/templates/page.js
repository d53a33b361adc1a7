"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const key = (row, place) => row.cells[place].dataset.value ?? row.cells[place].textContent.trim();
  headings.forEach((heading, place) => {
    const numeric = heading.classList.contains("right");
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const before = heading.getAttribute("aria-sort");
      const down = before ? before === "ascending" : numeric;
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const empty = (row) => row.cells[place].classList.contains("empty");
      const order = (a, b) => {
        if (empty(a) || empty(b)) return empty(a) - empty(b);
        const sign = numeric ? Number(key(a, place)) - Number(key(b, place))
          : key(a, place).localeCompare(key(b, place), "en", { numeric: true });
        return down ? -sign : sign;
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
