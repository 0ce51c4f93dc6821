// The table in a browser: shows pushed views, sends choices, adds keys, focus and announcements.
// A page works without this script. Its texts are `data-` attributes of <main id="table">.
import { Idiomorph } from "./idiomorph.js";
import { ask, listen, mayFocus } from "./link.js";

const GUARD = 350; // ms after new options in which a click on them does nothing
const HOVER = 400; // ms until a card is enlarged
const DIGITS = 600; // ms to type a second digit
const QUIET = 700; // ms without a push until changes are announced
const NEW = 2000; // ms in which a zone that cards have entered is marked, if nothing moves
const LONGEST = 250; // characters of an announcement

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};
const table = () => $("#table");
const lobby = $(".lobby .open");
const decision = () => $("#decision");
const say = (key, values = {}) => (table()?.dataset[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const options = () => $$(".opt", decision() ?? document.createElement("p"));
const valueOf = (option) => `${option.name}=${option.value}`;

/* ---------- views ---------- */

let version = -1;
let changed = -GUARD; // when the options changed last
let held = null; // an option that waits for a second tap or "confirm"
const picks = []; // options taken so far, of a choice of several
const known = new WeakSet(); // groups whose state belongs to the viewer

function show(view) {
  if (lobby) return void Idiomorph.morph(lobby, $(".open", parse(view.html)));
  if (view.version < version) return;
  travel(view);
  version = view.version ?? version;
  const mine = view.html.includes("turn mine") ? "● " : "";
  document.title = mine + (view.title ?? document.title).replace(/^● /, "");
  announce(view.announce);
}

function signature() {
  return options().map(valueOf).join() + decision()?.elements?.version?.value;
}

function morph(html) {
  const before = signature();
  const focus = remember();
  Idiomorph.morph(table(), html, { beforeAttributeUpdated });
  if (signature() !== before) {
    changed = performance.now();
    clearTimeout(hovering);
    reduce();
    held = null;
    picks.length = 0;
  }
  prepare();
  focus();
}

// the viewer's own: open groups, and what is being typed
const beforeAttributeUpdated = (name, node) =>
  !(name === "open" && known.has(node)) && !(name === "value" && node.matches("[type=search], :focus"));

// the state that only the page has, put back on what the server drew
function prepare() {
  for (const group of $$("details", table())) {
    if (!known.has(group) && innerWidth > 992) group.open = true;
    known.add(group);
  }
  rove();
  mark();
  sift();
}

// the page of an answer, of which only the table is taken
function take(html) {
  const page = parse(html);
  const fresh = page.getElementById("table");
  if (!fresh) return popUp(page);
  show({ version, html: fresh.outerHTML, title: page.title });
}

/* ---------- choices ---------- */

let used = ""; // choice that has been sent; a second click on it does nothing

async function post(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const sent = `${action} ${signature()}`;
  if (sent === used) return;
  used = sent;
  try {
    const answer = await ask(action, { method: "POST", body, redirect: "manual" });
    if (answer.type !== "opaqueredirect") {
      used = "";
      take(await answer.text());
    } else if (socket?.readyState !== WebSocket.OPEN) {
      visit(location.href);
    }
  } catch {
    used = "";
    lose();
  }
}

async function visit(address) {
  try {
    take(await (await ask(address)).text());
  } catch {
    lose();
  }
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(".decision, .banner, .timeline [method=get]")) return;
  event.preventDefault();
  if ((submitter?.getAttribute("formmethod") ?? form.method) === "post") return post(form, submitter);
  const address = `${location.pathname}?${new URLSearchParams(new FormData(form, submitter))}`;
  if (form.method === "get") history.replaceState(null, "", address);
  visit(address);
});

const isOption = (node) => node.form === decision() && /^(options?|pick|with)$/.test(node.name);

document.addEventListener("click", (event) => {
  const option = event.target.closest("button");
  if (!option || !decision() || !isOption(option)) return;
  const pointed = event.detail > 0;
  const onTable = !option.closest(".decision");
  if (table().classList.contains("is-lost") || (pointed && performance.now() - changed < GUARD)) {
    return event.preventDefault();
  }
  if (option.name === "pick" || option.matches("[data-done]")) {
    event.preventDefault();
    if (option.name === "pick") pick(valueOf(option));
    else if (option.ariaDisabled !== "true") finish();
    return;
  }
  const careful = (event.pointerType === "touch" && onTable) || "confirm" in table().dataset;
  if (careful && option.name === "option" && held !== valueOf(option)) {
    event.preventDefault();
    hold(valueOf(option));
  }
});

// hints and reasons open above the table; a step back, or of a replay, keeps the page
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-back], .asks a, .ask, a[rel]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.rel) history.replaceState(null, "", link.href);
  visit(link.href);
});

// a page without a table, above it: a hint, a reason, a problem
function popUp(page) {
  $("#popup")?.remove();
  const close = element("button", { className: "btn tiny", onclick: () => popup.hidePopover() }, say("close"));
  const popup = element("div", { id: "popup", className: "zoom", popover: "auto" }, $("main > *", page), close);
  document.body.append(popup);
  popup.showPopover();
}

function hold(value) {
  held = value;
  mark();
  $("#confirm button")?.focus();
}

function pick(value) {
  const at = picks.indexOf(value);
  if (at < 0) picks.push(value);
  else picks.splice(at, 1);
  if (picks.length === Number(decision().dataset.most)) finish();
  else mark();
}

// sends the picks: the server puts them into the order of the rules
function finish() {
  const field = element("input", { type: "hidden", name: "options" });
  field.value = picks.map((value) => value.split("=")[1]).join();
  decision().append(field);
  post(decision());
  field.remove();
}

function mark() {
  const most = Number(decision()?.dataset.most ?? 0);
  const least = Number(decision()?.dataset.least ?? most);
  for (const button of $$("[name=pick]", table())) {
    const on = picks.includes(valueOf(button));
    button.classList.toggle("sel", on);
    button.setAttribute("aria-pressed", on);
  }
  for (const button of $$(".raised, .can", table())) {
    button.classList.toggle("raised", held !== null && valueOf(button) === held);
  }
  decision()?.classList.toggle("held", held !== null);
  $("#confirm")?.remove();
  if (held) confirm();
  const count = $(".count", table());
  if (count && most) count.textContent = say("picked", { n: picks.length, most });
  const done = $("[data-done]", table());
  if (done) {
    done.textContent = say("done", { n: picks.length });
    done.setAttribute("aria-disabled", picks.length < least);
  }
}

// "Play 7♦ · Something else" in place of the options
function confirm() {
  const option = options().find((button) => valueOf(button) === held);
  if (!option) return void (held = null);
  const yes = element("button", { type: "button", className: "btn main", onclick: () => option.click() });
  yes.append(option.getAttribute("aria-label") ?? ($(".t", option) ?? option).textContent);
  const no = element("button", { type: "button", className: "btn", onclick: release }, say("else"));
  $(".prompt", decision()).after(element("div", { id: "confirm", className: "confirm" }, yes, no));
}

function release() {
  held = null;
  mark();
  rove();
}

/* ---------- filter and number field ---------- */

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function sift() {
  const words = plain($("#filter")?.value ?? "").split(/\s+/);
  const listed = options().filter((option) => !option.matches(".quiet-end"));
  let left = 0;
  for (const option of listed) {
    const text = plain(`${option.textContent} ${$("h3", option.closest(".by") ?? option)?.textContent}`);
    option.hidden = !words.every((word) => text.includes(word));
    left += !option.hidden;
  }
  for (const part of $$(".decision :is(.by, .group)")) {
    part.hidden = !$(".opt:not([hidden])", part);
    if (part.matches(".group") && words[0]) part.open = true;
  }
  return say("shown", { n: left, all: listed.length });
}

document.addEventListener("change", ({ target }) => target.closest(".timeline form")?.requestSubmit());
document.addEventListener("input", ({ target }) => {
  if (target.id === "filter") speak(sift());
  if (target.id === "number") count();
});

// the field of a long range of numbers stands for their buttons
const meant = () => options().find((option) => keyOf(option) === $("#number").value);

function count() {
  const option = meant();
  if (option) $("#take").textContent = $(".t", option).textContent;
  $("#take").setAttribute("aria-disabled", !option);
}

document.addEventListener("click", ({ target }) => {
  const { step } = target.dataset;
  if (step) {
    $("#number").stepUp(Number(step));
    count();
  }
  if (target.id === "take") meant()?.click();
});

/* ---------- focus ---------- */

const STOPS = "button, summary, a[href], input, select";
const ZONES = ".zone, .spot, .opts, .strip, .seat-head";
const zoneOf = (node) => node.closest(ZONES);

// returns what puts the focus back, if the morph took it away
function remember() {
  const active = document.activeElement;
  const id = active?.id;
  const zone = active?.closest("[id]:is(.zone, .spot, .seat, section)")?.id;
  const free = active === document.body || Boolean(active?.closest("#decision"));
  const mine = Boolean($(".turn.mine"));
  return () => {
    const began = !mine && $(".turn.mine");
    const gone = active !== document.body && !active?.isConnected;
    if (began && (free || gone)) return focusOn("#prompt");
    if (document.activeElement !== document.body || active === document.body) return;
    const same = id && document.getElementById(id);
    if (same) same.focus({ preventScroll: true });
    else if (free) focusOn("#prompt");
    else focusOn(zone ? `#${CSS.escape(zone)} :is(h2, h3, h4)` : "#prompt");
  };
}

function focusOn(selector) {
  const node = $(selector) ?? $("#table h1");
  if (!node || !mayFocus()) return;
  if (!node.matches(STOPS)) node.tabIndex = -1;
  node.focus();
}

// one stop of the tab key for each zone
function rove() {
  const seen = new Map();
  for (const node of $$(STOPS, table())) {
    const zone = zoneOf(node);
    if (!zone) continue;
    const first = seen.get(zone);
    const better = node === document.activeElement || (node.matches(".can") && !first?.matches(".can, :focus"));
    if (first && !better) {
      node.tabIndex = -1;
      continue;
    }
    if (first) first.tabIndex = -1;
    node.tabIndex = 0;
    seen.set(zone, node);
  }
}

document.addEventListener("focusin", ({ target }) => {
  if (table()?.contains(target) && zoneOf(target)) rove();
});

// the nearest neighbour in a direction, within the zone
function step(from, [x, y]) {
  const here = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const node of $$(STOPS, zoneOf(from))) {
    const there = node.getBoundingClientRect();
    const right = (there.left + there.right - here.left - here.right) / 2;
    const down = (there.top + there.bottom - here.top - here.bottom) / 2;
    const along = right * x + down * y;
    const away = along + 3 * Math.abs(right * y + down * x);
    if (along > 1 && away < least) [best, least] = [node, away];
  }
  best?.focus();
  return Boolean(best);
}

/* ---------- keys ---------- */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PLACES = { o: "#prompt", t: ".middle h2, .seats h2", m: ".seat.me h3", l: ".log h2" };
let typed = "";
let typing = 0;

const keyOf = (option) => option.dataset.key ?? $(".k", option)?.textContent.trim();

function typeDigit(key) {
  typed += key;
  clearTimeout(typing);
  const keys = options().map(keyOf);
  const longer = keys.some((other) => other !== typed && other?.startsWith(typed));
  const choose = () => {
    const option = options().find((other) => keyOf(other) === typed);
    typed = "";
    if (option) "confirm" in table().dataset ? option.focus() : option.click();
  };
  if (longer) typing = setTimeout(choose, DIGITS);
  else choose();
}

// a letter presses what shows it: an option, or a button with <kbd>
function press(key) {
  const option = options().find((other) => keyOf(other) === key);
  const shown = $$("kbd").find((kbd) => kbd.textContent === key && kbd.closest("button, summary, a"));
  const button = option ?? shown?.closest("button, summary, a");
  button?.click();
  return Boolean(button);
}

function back() {
  if (held) release();
  else if (picks.length) pick(picks.at(-1));
  else $("[data-back]", table())?.click();
}

function goTo(key) {
  typed = "";
  focusOn(PLACES[key]);
  return true;
}

// returns true if the key did something
function single(key) {
  if (typed === "g") return key in PLACES ? goTo(key) : ((typed = ""), false);
  if (key === "g") return void (typed = "g");
  if (/^\d$/.test(key)) return (typeDigit(key), true);
  if (key === "/" && $("#filter")) return ($("#filter").focus(), true);
  if (key === "?" && $("#help")) return ($("#help").showPopover(), true);
  return /^[a-z]$/.test(key) && press(key);
}

document.addEventListener("keydown", (event) => {
  transition?.skipTransition();
  if (!table() || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const inField = target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  const zone = table().contains(target) && zoneOf(target);
  const ends = key === "Home" ? 0 : -1;
  let done = false;
  if (key === "Escape" && !$(":popover-open")) back();
  else if (inField) {
    if (key !== "Enter" || target.form !== decision()) return;
    // the first button of the form isn't meant
    done = true;
    if (target.id === "number") meant()?.click();
    else options().find((option) => !option.hidden)?.focus();
  }
  else if (key in ARROWS && zone) done = step(target, ARROWS[key]);
  else if (key === "ArrowLeft") $("a[rel=prev]")?.click();
  else if (key === "ArrowRight") $("a[rel=next]")?.click();
  else if ((key === "Home" || key === "End") && zone) done = !$$(STOPS, zone).at(ends)?.focus();
  else if (key === " " && zoomOf(target)) done = !enlarge(target);
  else if (table().dataset.keys !== "off") done = single(key);
  if (done) event.preventDefault();
});

/* ---------- enlarged cards ---------- */

let hovered = null;
let hovering = 0;
let pressing = 0;

const zoomOf = (node) => document.getElementById(node.dataset?.zoom ?? node.getAttribute?.("popovertarget") ?? "");

function enlarge(card) {
  const zoom = zoomOf(card);
  if (!zoom || zoom.matches(":popover-open")) return;
  zoom.showPopover();
  zoom.classList.add("beside");
  const { left, right, top } = card.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = zoom;
  const beside = right + 8 + width < innerWidth ? right + 8 : left - 8 - width;
  if (beside < 0) return;
  Object.assign(zoom.style, {
    margin: 0,
    left: `${beside}px`,
    top: `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`,
  });
}

// the pointer has to move: cards that come to lie under it stay small. The enlarged card stays while the pointer is on it
document.addEventListener("pointermove", ({ target, pointerType }) => {
  const card = pointerType === "mouse" && target.closest(".card, .line-card, [popover]");
  if (card === hovered) return;
  hovered = card;
  clearTimeout(hovering);
  if (card && zoomOf(card)) hovering = setTimeout(() => enlarge(card), HOVER);
  else if (!card) hovering = setTimeout(reduce, HOVER / 2);
});

const reduce = () => $(".beside:popover-open")?.hidePopover();

document.addEventListener("pointerdown", (event) => {
  transition?.skipTransition();
  const card = event.pointerType === "touch" && event.target.closest(".card, .line-card");
  clearTimeout(pressing);
  if (card && zoomOf(card)) pressing = setTimeout(() => enlarge(card), 500);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(pressing));
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" && event.target.closest(".card, .line-card")) event.preventDefault();
});

/* ---------- movement ---------- */

const still = matchMedia("(prefers-reduced-motion: reduce)");
let transition = null;

function flash(zone) {
  zone?.classList.add("fresh");
  setTimeout(() => zone?.classList.remove("fresh"), NEW);
}

// moved cards fly from an element of the zone that they left to one of the zone that they entered
function travel({ html, moves = [] }) {
  if (!moves.length || !document.startViewTransition || still.matches || document.hidden) {
    morph(html);
    return moves.forEach(({ to }) => flash(document.getElementById(to)));
  }
  let named = [];
  const name = (side) => {
    for (const [i, move] of moves.entries()) {
      const zone = document.getElementById(move[side]);
      const faces = [`[data-face="${move.face}"]`, ".back, .mini"].flatMap((face) => (zone ? $$(face, zone) : []));
      const card = faces.find((node) => !named.includes(node));
      if (card) named.push(card);
      card?.style.setProperty("view-transition-name", `m${i}`);
    }
  };
  const clear = () => {
    for (const node of named) node.style.viewTransitionName = "";
    named = [];
  };
  name("from");
  transition = document.startViewTransition(() => {
    clear();
    morph(html);
    name("to");
  });
  transition.ready.catch(() => {}); // skipped
  transition.finished.finally(() => {
    clear();
    transition = null;
  });
}

/* ---------- announcements ---------- */

const live = element("div", { id: "live", className: "vh", role: "status" });
let pending = [];
let quiet = 0;

function announce(text) {
  if (!text) return;
  pending.push(text);
  clearTimeout(quiet);
  quiet = setTimeout(utter, QUIET);
}

function utter() {
  if (document.activeElement?.id === "filter") return void (quiet = setTimeout(utter, QUIET));
  const sentences = pending.join(" ").split(/(?<=[.!?…]) /);
  pending = [];
  let text = sentences.shift();
  while (sentences.length && text.length + sentences[0].length < LONGEST) text += ` ${sentences.shift()}`;
  if (sentences.length) text += ` ${say("more", { n: sentences.length })}`;
  speak(text);
}

function speak(text) {
  live.textContent = text;
}

/* ---------- connection ---------- */

let socket = null;
let tries = 0;
let clock = 0;

function connect() {
  clearInterval(clock);
  socket = listen(lobby ? "/events" : table().dataset.events);
  socket.onopen = find;
  socket.onmessage = ({ data }) => show(JSON.parse(data));
  socket.onclose = lose;
}

function find() {
  tries = 0;
  $("#lost")?.remove();
}

function lose() {
  clearInterval(clock);
  if (socket) socket.onclose = null;
  socket?.close();
  const wait = Math.min(30, 2 ** tries++);
  const until = Date.now() + wait * 1000 * (0.75 + Math.random() / 2);
  table()?.classList.add("is-lost");
  for (const button of $$("#table [name=option], #table [name=pick]")) button.setAttribute("aria-disabled", true);
  const strip =
    $("#lost") ??
    element("p", { id: "lost", className: "banner bad" }, element("b", { role: "alert" }), element("span"));
  if (table() && !strip.isConnected) {
    table().before(strip);
    strip.firstChild.textContent = say("lost");
  }
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    strip.lastChild.textContent = say("retry", { n: Math.max(0, left) });
    if (left <= 0) connect();
  };
  clock = setInterval(tick, 1000);
  tick();
}

addEventListener("online", () => $("#lost") && connect());
document.addEventListener("visibilitychange", () => !document.hidden && $("#lost") && connect());

document.body.append(live);
if (table()) prepare();
if (lobby || table()?.dataset.events) connect();
