/** @import { Account } from "../../session/account.ts" */

import { element } from "../../web/parts/dom.js";
import { filled, grouped } from "../../web/parts/figures.js";
/** How a claim about a check stands, in the order in which the parts lie on each other. */
const STANDINGS = /** @type {const} */ ([
  ["proven", "proven by a run"],
  ["unknown", "with a run whose end is not shown"],
  ["bare", "without any run"],
  ["against", "contradicted or out of date"],
]);

/** @param {Account} account */
export function claimsIn({ proven, bare, against, unknown }) {
  return proven + bare + against + unknown;
}

/** @param {Account} account */
export function standingsIn(account) {
  return STANDINGS.filter(([kind]) => account[kind] > 0).map(([kind, words]) => ({
    kind,
    words,
    count: account[kind],
  }));
}

/** @param {Account} account */
export function standingWords(account) {
  return standingsIn(account)
    .map(({ words, count }) => `${grouped(count)} ${words}`)
    .join(", ");
}

/**
 * @param {Account} account
 * @param {number} most
 */
export function standingBar(account, most) {
  const bar = element("span", { class: "bar-track", role: "img", "aria-label": standingWords(account) });
  bar.append(...standingsIn(account).map(({ kind, count }) => filled(count / most, `bar-fill ${kind}`)));
  bar.title = standingWords(account);
  return bar;
}

/** What the colours mean, of those that are there. @param {Account} account */
export function standingKey(account) {
  return element(
    "p",
    { class: "legend key" },
    standingsIn(account).map(({ kind, words }) => element("span", { class: kind }, words)),
  );
}
