"use strict";
// Tables are sorted by a click on a head, and filtered by a part of a name; without this script they are as written.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[1].cells];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      const first = head.classList.contains("n") && column > 0 ? "descending" : "ascending";
      const now = before === null ? first : before === "ascending" ? "descending" : "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", now);
      const sign = now === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[column];
        if (cell.dataset.v === undefined) return cell.textContent.trim().toLowerCase();
        return cell.dataset.v === "" ? null : Number(cell.dataset.v);
      };
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -sign : sign);
      body.append(...rows.map(([, row]) => row));
    });
  });
}
const find = document.getElementById("find");
if (find) find.addEventListener("input", () => {
  const wanted = find.value.trim().toLowerCase();
  for (const row of document.querySelectorAll("table.sortable tbody tr")) {
    row.hidden = !row.querySelector("th").textContent.toLowerCase().includes(wanted);
  }
});
