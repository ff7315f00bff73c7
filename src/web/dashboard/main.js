/** @import { Period, Place } from "./address.js" */
/** @import { View } from "./ask.js" */
import { commandList } from "../parts/commands.js";
import { byId, element } from "../parts/dom.js";
import { many, minute, nothing } from "../parts/figures.js";
import { addressOf, onPage, periodOf, PLACES, readAddress, viewAddress } from "./address.js";
import { ask, number, text } from "./ask.js";
import { cases } from "./cases.js";
import { compare } from "./compare.js";
import { cost } from "./cost.js";
import { drawFilters } from "./filters.js";
import { health } from "./health.js";
import { VIEW_OF } from "./measures.js";
import { objections } from "./objections.js";
import { overview } from "./overview.js";
import { closeButton, loginForm, whoReads } from "./session.js";

/**
 * What a page is drawn from. `views` has a row for each team, repository, agent and model under these names, beside what
 * the page asked for; `days` says in words how long the period is. A page that `isNow` shows how it is now, whatever the
 * days and repositories are.
 * @typedef {{ place: Place, period: Period, days: string, now: number, views: Readonly<Record<string, View>> }} Shown
 * @typedef {{ title: string, isNow?: boolean, heading?: (shown: Shown) => string, views: (place: Place, period: Period, now: number) => Record<string, string>, draw: (shown: Shown) => (Node | string)[] }} Page
 */

/** @type {ReadonlyMap<string, Page>} */
const PAGES = new Map(Object.entries({ overview, compare, objections, cost, health, cases }));
/** How often the service is asked whether there is something new, and how often all is drawn anew. */
const LOOK_MS = 5000;
const LOOKS_UNTIL_ALL = 12;
const DAY_MS = 24 * 3600 * 1000;

/** What is on the screen: the same answer is not drawn twice, which would take the place from who reads. */
const NOTHING_DRAWN = { address: "", same: "", news: "" };
let drawn = NOTHING_DRAWN;
/** Not before somebody signed in, or where the address makes no sense. */
let isFollowing = true;
let asked = 0;
let looks = 0;

addEventListener("popstate", () => void show({ isMoved: true }));
document.addEventListener("click", followLink);
byId("filters").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("visibilitychange", () => void look());
void start();

async function start() {
  await show({ isMoved: false });
  setInterval(() => void look(), LOOK_MS);
}

/** Draws what the address says. @param {{ isMoved: boolean }} how */
async function show({ isMoved }) {
  const place = readAddress(location.search);
  const now = Date.now();
  const period = periodOf(place, now);
  const page = PAGES.get(place.page ?? "overview") ?? overview;
  asked += 1;
  const mine = asked;
  byId("main").ariaBusy = String(isMoved);
  const places = PLACES.map((key) => [key, viewAddress(VIEW_OF[key], place, period, { without: key })]);
  const known = { ...Object.fromEntries(places), health: viewAddress("health", place, period) };
  const answer = await ask({ ...known, ...page.views(place, period, now) });
  // Somebody went on meanwhile.
  if (mine !== asked) return;
  byId("main").ariaBusy = "false";
  if (answer.type === "closed") return showLogin();
  if (answer.type === "failed") return showFailure(answer.why, answer.again, isMoved);
  isFollowing = true;
  const address = addressOf(place);
  const { views } = answer;
  showLive(true, text(views["health"]?.rows[0], "lastReportAt"));
  // The time of the answer is no news, but on a page that tells how long ago something was.
  const same = page.isNow ? answer.same : answer.same.replaceAll(/"now":"[^"]*"/g, "");
  const isSamePlace = address === drawn.address;
  if (isSamePlace && (same === drawn.same || hasMarkedText())) return;
  const isOtherPage = isMoved && pageOf(drawn.address) !== pageOf(address);
  drawn = { address, same, news: newsIn(views["health"]) };
  drawPages(place, page);
  const days = many(Math.round((Date.parse(period.to) - Date.parse(period.from)) / DAY_MS) + 1, "day");
  keepFocus(() => {
    // An open choice would be lost.
    if (!isSamePlace || !byId("filters").contains(document.activeElement)) {
      const isNow = page.isNow === true;
      drawFilters(byId("filters"), { place, period, views, isNow, go: (next) => go(addressOf(next)) });
    }
    drawMain(page, { place, period, days, now, views });
  });
  if (isOtherPage) {
    scrollTo(0, 0);
    byId("main").querySelector("h1")?.focus({ preventScroll: true });
  }
  if (isMoved) byId("said").textContent = byId("main").querySelector(".headline")?.textContent ?? document.title;
  await showReader();
}

/**
 * @param {Page} page
 * @param {Shown} shown
 */
function drawMain(page, shown) {
  const { place, views } = shown;
  // Also people without hooks have sessions.
  const isTold = (views["sessions"]?.rows.length ?? 0) > 0;
  const isEmpty = !isTold && number(views["health"]?.rows[0], "machines") === 0;
  const isQuiet = !isTold && views["summary"] !== undefined && number(views["summary"].rows[0], "stops") === 0;
  const content = isEmpty ? [firstSteps()] : isQuiet ? [quiet(shown)] : page.draw(shown);
  const heading = page.heading?.(shown) ?? page.title;
  document.title = `${heading} – Coxswain`;
  byId("filters").hidden = isEmpty || place.case !== undefined;
  byId("main").replaceChildren(element("h1", { tabindex: -1 }, heading), ...content);
}

/** Whether there is something new; all is asked for again now and then, in case it does not show there. */
async function look() {
  if (document.visibilityState !== "visible" || !isFollowing) return;
  looks += 1;
  const place = readAddress(location.search);
  const answer = await ask({ health: viewAddress("health", place, periodOf(place, Date.now())) });
  if (answer.type === "failed") return showLive(false, "");
  if (answer.type === "closed" || looks % LOOKS_UNTIL_ALL === 0 || newsIn(answer.views["health"]) !== drawn.news) {
    return show({ isMoved: false });
  }
  showLive(true, text(answer.views["health"]?.rows[0], "lastReportAt"));
}

/** @param {View | undefined} view */
function newsIn(view) {
  return JSON.stringify(view?.rows[0] ?? {}, (name, value) => (name === "now" ? undefined : value));
}

/** @param {string} address */
function go(address) {
  history.pushState(null, "", address);
  void show({ isMoved: true });
}

/** Links of the dashboard open here, unless a new tab was wanted. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const href = link?.getAttribute("href") ?? "";
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  if (href !== "/" && !href.startsWith("/?")) return;
  event.preventDefault();
  go(href);
}

/**
 * @param {Place} place
 * @param {Page} current
 */
function drawPages(place, current) {
  const links = [...PAGES].map(([name, page]) => {
    const part =
      name === "cases" ? { page: name, verdict: "correct" } : { page: name === "overview" ? undefined : name };
    const href = addressOf(onPage(place, part));
    return element("a", { href, "aria-current": page === current ? "page" : undefined }, page.title);
  });
  byId("pages").replaceChildren(...links);
}

/**
 * Whoever works with the keyboard stays where they are when something new comes in, and so does a table's scrolling.
 * @param {() => void} draw
 */
function keepFocus(draw) {
  const held = document.activeElement instanceof HTMLElement ? keyOf(document.activeElement) : "";
  const scrolls = [...document.querySelectorAll("#main .scroll")].map((each) => each.scrollLeft);
  draw();
  for (const [index, each] of document.querySelectorAll("#main .scroll").entries())
    each.scrollLeft = scrolls[index] ?? 0;
  if (held === "" || document.activeElement !== document.body) return;
  const all = [...document.querySelectorAll("a, select, input, .scroll")].filter((each) => each instanceof HTMLElement);
  all.find((each) => keyOf(each) === held)?.focus({ preventScroll: true });
}

/** @param {HTMLElement} each */
function keyOf(each) {
  return each.dataset["key"] ?? each.getAttribute("href") ?? each.getAttribute("aria-label") ?? "";
}

/** Which would be lost. */
function hasMarkedText() {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && byId("main").contains(selection.anchorNode);
}

/** @param {string} address */
function pageOf(address) {
  const { page, case: name } = readAddress(address.slice(1));
  return `${page ?? ""} ${name ?? ""}`;
}

/**
 * @param {boolean} isLive
 * @param {string} lastReportAt
 */
function showLive(isLive, lastReportAt) {
  const words = isLive ? "Live" : "The service does not answer. Trying again.";
  const live = byId("live");
  if (live.textContent !== words) live.textContent = words;
  live.className = isLive ? "live" : "live lost";
  live.title = isLive && lastReportAt !== "" ? `Last report: ${minute(lastReportAt)}` : "";
}

async function showReader() {
  if (byId("session").childElementCount > 0) return;
  const reader = await whoReads();
  const whose = reader && reader.team !== "*" ? [element("span", {}, `Team ${reader.team}`)] : [];
  if (reader) byId("session").replaceChildren(...whose, closeButton(showLogin));
}

function showLogin() {
  drawn = NOTHING_DRAWN;
  isFollowing = false;
  document.title = "Open the dashboard – Coxswain";
  for (const id of ["pages", "session", "live"]) byId(id).replaceChildren();
  byId("filters").hidden = true;
  byId("main").replaceChildren(loginForm(() => void show({ isMoved: true })));
  byId("token").focus();
}

/**
 * What is on the screen stays there while the service is away.
 * @param {string} why
 * @param {boolean} isPassing
 * @param {boolean} isMoved
 */
function showFailure(why, isPassing, isMoved) {
  showLive(!isPassing, "");
  isFollowing = isPassing;
  if (!isMoved && drawn !== NOTHING_DRAWN) return;
  drawn = { ...NOTHING_DRAWN, address: "failed" };
  const again = element(
    "a",
    { href: isPassing ? location.pathname + location.search : "/" },
    isPassing ? "Try again" : "Show the overview",
  );
  byId("main").replaceChildren(
    element("h1", { tabindex: -1 }, "Nothing can be shown"),
    nothing(`${why.charAt(0).toUpperCase()}${why.slice(1)}. `, again),
  );
}

function firstSteps() {
  return element(
    "section",
    { class: "figure first" },
    element("h2", {}, "No machine has reported yet"),
    commandList([
      ["On each machine that runs agents, and in CI:", `cox team join ${location.origin}`],
      [
        "It asks for a token of scope “report”. The service printed one when it first started; this makes another, on the service’s machine:",
        "cox team token --scope report --name laptops",
      ],
      ["Where the agents have no hook yet:", "cox install"],
    ]),
    element("p", {}, "From then on, each stop of an agent that a hook decides appears here, a few seconds later."),
  );
}

/**
 * Nothing in these days, or nothing that fits.
 * @param {Shown} shown
 */
function quiet({ place, days }) {
  const isFiltered = PLACES.some((key) => place[key] !== undefined);
  const page = place.page === undefined ? {} : { page: place.page };
  const wider = addressOf(onPage({}, { ...page, days: "365" }));
  return element(
    "section",
    { class: "figure first" },
    element("h2", {}, isFiltered ? "No stop in these days fits these filters" : `No stop in these ${days}`),
    element(
      "p",
      {},
      element("a", { href: wider }, `Show the last 365 days${isFiltered ? ", without filters" : ""}`),
      " · ",
      element("a", { href: addressOf(onPage({}, { page: "health" })) }, "When did machines last report?"),
    ),
  );
}
