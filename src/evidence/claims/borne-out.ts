import type { Facts } from "../facts.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { runsOf } from "./claimed-checks.ts";
import { END_TO_END } from "./claimed-suites.ts";
import type { Claim } from "./claims.ts";
import { letterWords } from "./word-forms.ts";

/** True when the claim names what another run passed on ("all cart tests pass", `go test ./cart/`), not what failed. */
export function isBorneOut(facts: Facts, kind: CheckKind, claim: Claim, last: Receipt): boolean {
  const passed = runsOf(facts, kind).filter((run) => run.outcome === "passed");
  const failed = namesOf(last);
  const held = new Set(passed.flatMap(namesOf).filter((name) => !failed.includes(name)));
  const listed = withoutListed(facts, claim, held, failed);
  // "The cart is done and all tests pass" does not narrow "all tests" to the cart when the whole run failed after it.
  const isDenied =
    claim.universal &&
    last.scope === "whole" &&
    last.cwd === undefined &&
    passed.every((run) => run.step < last.step) &&
    !countsOf(passed, claim);
  const said = isDenied ? listed.replace(facts.language.closing.besideAllTests, "") : listed;
  return [...held].some((name) => new RegExp(`\\b${name}\\b`).test(said));
}

/** True when the claim names exactly the number of tests that some run passed. */
export function countsOf(passed: readonly Receipt[], { numbers }: Claim): boolean {
  return passed.some(({ counts }) => counts.passed !== undefined && numbers.includes(counts.passed));
}

function namesOf(run: Receipt): string[] {
  return [...subjectsOf(run), ...valuesOf(run), ...(END_TO_END.test(run.command) ? ["e2e", "end-to-end"] : [])];
}

/** The sentence without lists of passed and failed parts together: "Backend and frontend are done, all tests pass". */
function withoutListed(
  { language }: Facts,
  { sentence, universal }: Claim,
  held: ReadonlySet<string>,
  failed: readonly string[],
): string {
  const said = sentence.text.toLowerCase();
  const well = language.closing.goesWell.exec(said)?.index ?? 0;
  return said.replaceAll(language.closing.listedTogether, (list, at: number) => {
    const between = at < well ? said.slice(at + list.length, well) : said.slice(well, at);
    const words = list.match(/[a-z][\w-]*/g) ?? [];
    const isMeant = universal || !/[,;:.()]/.test(between);
    return isMeant && words.some((word) => held.has(word)) && words.some((word) => failed.includes(word)) ? "" : list;
  });
}

/** The words of a run's targets and folder that can be found again in prose. */
export function subjectsOf(run: Receipt): string[] {
  const words = letterWords([...run.targets, run.cwd ?? "", run.runner].join(" "));
  return words.filter((word) => !COMMON.test(word));
}

/** Words that stand in every command and name no part. */
export const COMMON =
  /^(?:tests?|specs?|src|lib|the|all|run|npm|pnpm|yarn|bun|npx|make|packages?|app|apps|index|repo|work|home|users|py|ts|js|tsx|go|rs)$/;

/** The values of the run's options, such as the package in `--filter web`. */
function valuesOf({ command }: Receipt): string[] {
  const values = Array.from(
    command.toLowerCase().matchAll(/\s--?[a-z-]+[= ]([a-z][\w-]{2,99})(?=\s|$)/g),
    ([, value = ""]) => value,
  );
  return values.filter((value) => !COMMON.test(value));
}
