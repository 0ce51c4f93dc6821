// A replay in a file: shows one position at a time. Positions are lists of parts, each in a <template>.
const $ = (id) => document.getElementById(id);
const positions = JSON.parse($("positions").textContent);
const lines = [...document.querySelectorAll(".log li")];
const last = positions.length - 1;
let at = last;

function part(id) {
  const copy = $(`part-${id}`).content.cloneNode(true);
  for (const place of copy.querySelectorAll("[data-part]")) place.replaceWith(part(place.dataset.part));
  return copy;
}

function show(to) {
  at = Math.max(0, Math.min(last, to));
  const [parts, crumbs, chosen, count] = positions[at];
  $("felt").replaceChildren(...parts.map(part));
  $("crumbs").replaceChildren(...(crumbs === null ? [] : [part(crumbs)]));
  $("chosen").replaceChildren(...(chosen === null ? [] : [part(chosen)]));
  $("prompt").textContent = $("prompt").dataset.text.replace("{n}", at);
  $("at").value = at;
  $("at").setAttribute("aria-valuetext", $("prompt").textContent);
  lines.forEach((line, i) => (line.hidden = i >= count));
}

$("at").addEventListener("input", () => show(Number($("at").value)));
for (const button of document.querySelectorAll("[data-to]")) {
  const { to } = button.dataset;
  button.addEventListener("click", () => show(to === "first" ? 0 : to === "last" ? last : at + Number(to)));
}
document.addEventListener("keydown", ({ key, target }) => {
  if (target.matches("input")) return;
  if (key === "ArrowLeft") show(at - 1);
  if (key === "ArrowRight") show(at + 1);
});
show(last);
