import { changedBetween, runsOf } from "./claimed-checks.ts";
import type { Facts } from "../facts.ts";
import type { Sentence } from "../language/prose.ts";
import { outputOf, stepAt } from "../steps.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { failedWords } from "./what-failed.ts";
import { letterWords } from "./word-forms.ts";

/**
 * Set when a claim is narrowed to a place ("on CPU", "under Node 22", "locally") and the failure was in another place.
 * The places are told apart by the command lines of failed and passed runs, or by the names of the failed tests.
 * "shown": a run passed in the claimed place.
 */
export function heldAtPlace(
  facts: Facts,
  kind: CheckKind,
  sentence: Sentence,
  last: Receipt,
): "shown" | "perhaps" | undefined {
  if (facts.language.closing.everyPlace.test(sentence.masked)) return undefined;
  if (heldOtherwise(facts, kind, sentence, last)) return "perhaps";
  if (!isNarrowed(facts, sentence.masked)) return undefined;
  const said = placesIn(facts, sentence.text);
  const red = placesIn(facts, lineOf(facts, last));
  const elsewhere = runsOf(facts, kind)
    .filter(({ outcome }) => outcome === "passed")
    .map((run) => placesIn(facts, lineOf(facts, run)))
    .filter((green) => isApart(green, red) && !without(red, green).some((place) => said.has(place)));
  if (elsewhere.some((green) => without(green, red).some((place) => said.has(place)))) return "shown";
  if (elsewhere.length > 0 || isOpenedByOther(facts, sentence.masked, red)) return "perhaps";
  const failed = placesIn(facts, [...failedWords(outputOf(facts, last))].filter((word) => /^\D/.test(word)).join(" "));
  return failed.size > 0 && said.size > 0 && without(failed, said).length === failed.size ? "perhaps" : undefined;
}

/** True for "Tests pass when the server runs", when the same command on the same code also passed in another line. */
function heldOtherwise(facts: Facts, kind: CheckKind, sentence: Sentence, last: Receipt): boolean {
  const { onCondition, switchedOff } = facts.language.closing;
  if (!onCondition.test(sentence.masked)) return false;
  const said = new Set(switchedOff.test(sentence.masked) ? [] : letterWords(sentence.text));
  const red = new Set(letterWords(lineOf(facts, last)));
  return runsOf(facts, kind).some((run) => {
    if (run.outcome !== "passed" || run.command !== last.command) return false;
    if (changedBetween(facts, run.step, last.step)) return false;
    const green = new Set(letterWords(lineOf(facts, run)));
    return isApart(green, red) && !without(red, green).some((word) => said.has(word));
  });
}

function isApart(green: ReadonlySet<string>, red: ReadonlySet<string>): boolean {
  return without(red, green).length + without(green, red).length > 0;
}

function without(places: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...places].filter((place) => !others.has(place));
}

/** True when the sentence says that tests pass, and names a place after that or at its very beginning. */
function isNarrowed(facts: Facts, said: string): boolean {
  const { goesWell, atPlace, ofPlace } = facts.language.closing;
  const well = goesWell.exec(said)?.index;
  if (well === undefined) return false;
  if (isPlace(facts, ofPlace.exec(said)?.[1])) return true;
  return Array.from(said.matchAll(atPlace)).some(
    ({ index, 1: there, 2: within, 3: near }) =>
      near !== undefined || ((index === 0 || index > well) && isPlace(facts, there ?? within)),
  );
}

/** True when the sentence begins with another place than that of the failure: "On Python 3.12 all tests pass". */
function isOpenedByOther(facts: Facts, said: string, red: ReadonlySet<string>): boolean {
  const opening = placesIn(facts, facts.language.closing.bounds.openedAt.exec(said)?.[1] ?? "");
  return without(opening, red).some((place) => !NEAR.has(place));
}

/** Words for a place that fit every machine, so they set no place apart. */
const NEAR: ReadonlySet<string> = new Set(["host", "local", "sandbox", "machine", "laptop", "workstation", "box"]);

/** True when the name begins with the name of a place; that of `cart.go` does not. */
function isPlace({ language }: Facts, name = ""): boolean {
  return Array.from(name.replace(/^v(?=\d)/, "").matchAll(language.closing.places)).some(({ index }) => index === 0);
}

/** The whole line, where it holds only this run: words before the command may choose the place. */
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
