import { runsOf } from "./claimed-checks.ts";
import type { Facts } from "./facts.ts";
import type { Sentence } from "./language/prose.ts";
import { stepAt } from "./look.ts";
import type { CheckKind, Receipt } from "./receipt.ts";
import { failedWords } from "./told-failures.ts";

/**
 * A claim is narrowed to a place ("on CPU", "under Node 22", "locally"), and what failed did so in another one: by what
 * sets its command apart from one that passed, or by the names of the tests that failed.
 */
export function isHeldAtPlace(facts: Facts, kind: CheckKind, sentence: Sentence, last: Receipt): boolean {
  const { atPlace, everyPlace } = facts.language.closing;
  if (!atPlace.test(sentence.masked) || everyPlace.test(sentence.masked)) return false;
  const said = placesIn(facts, sentence.text);
  const red = placesIn(facts, lineOf(facts, last));
  const passed = runsOf(facts, kind).filter(({ outcome }) => outcome === "passed");
  const isApart = (run: Receipt): boolean => {
    const green = placesIn(facts, lineOf(facts, run));
    const onlyRed = [...red].filter((place) => !green.has(place));
    const isOther = onlyRed.length > 0 || [...green].some((place) => !red.has(place));
    return isOther && !onlyRed.some((place) => said.has(place));
  };
  if (passed.some(isApart)) return true;
  const failed = placesIn(facts, [...failedWords(outputOf(facts, last))].filter((word) => /^\D/.test(word)).join(" "));
  return failed.size > 0 && said.size > 0 && ![...failed].some((place) => said.has(place));
}

/** Tests are said to pass there in words that are no claim of their own. */
export function isHeldSomewhere(facts: Facts, last: Receipt): boolean {
  return facts.closing.prose.sentences.some((sentence) => isHeldAtPlace(facts, "test", sentence, last));
}

/** "Tests pass without a GPU": what wants one is left out. */
export function leavesPlaceOut({ closing, language }: Facts): boolean {
  return closing.prose.sentences.some(({ masked }) => language.closing.placeLeftOut.test(masked));
}

function outputOf(facts: Facts, { step, reportedAt }: Receipt): string {
  return stepAt(facts, reportedAt ?? step)?.result?.output ?? "";
}

/** All of the line, where it has just this run: what goes before it may choose the place. */
function lineOf(facts: Facts, run: Receipt): string {
  const shared = facts.receipts.some((other) => other !== run && other.step === run.step);
  return shared ? run.command : (stepAt(facts, run.step)?.action.command ?? run.command);
}

function placesIn({ language }: Facts, text: string): ReadonlySet<string> {
  const found = Array.from(text.toLowerCase().matchAll(language.closing.places), ([place]) => place);
  return new Set(found.map(plain));
}

/** `py310` is Python 3.10. */
function plain(place: string): string {
  return ALIASES.find(([, names]) => names.test(place))?.[0] ?? place.replaceAll(/^py(?=\d)|\./g, "");
}

/** One place has several names. */
const ALIASES: readonly (readonly [string, RegExp])[] = [
  ["docker", /^(?:docker|podman|container|compose)$/],
  ["mac", /^(?:mac|macos|osx|darwin)$/],
  ["windows", /^win/],
  ["gpu", /^(?:gpu|cuda|rocm|metal|mps)$/],
  ["chrome", /^chrom/],
  ["arm", /^(?:arm|aarch64)/],
  ["x64", /^(?:x86|x64|amd64)/],
  ["postgres", /^postgres/],
];
