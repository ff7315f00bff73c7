import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import { claimsOf, kindsOfLine } from "../claims/claimed-checks.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { outputOf } from "../steps.ts";
import type { CheckKind, Receipt } from "../receipts/receipt.ts";
import { isTaskTool, taskCall } from "../runners/task-calls.ts";
import { ranOnlyUnits } from "../unseen/only-units-ran.ts";
import { mayHaveRunUnseen } from "../unseen/unseen-runs.ts";
import { quote } from "../quote.ts";
import { PROVEN, STRONG_LEAD } from "../confidence.ts";
import { doubt } from "./never-ran-doubts.ts";

/** More is claimed than the checks of the turn can show. */
export interface RanInPart {
  readonly confidence: number;
  readonly message: string;
  readonly last: Receipt;
}

/** Claims of this kind of check that say more than the runs show. */
export function ranInPart(facts: Facts, kind: CheckKind, runs: readonly Receipt[]): RanInPart[] {
  const last = runs.at(-1);
  if (!last || mayHaveRunUnseen(facts, kind)) return [];
  const claimed = { facts, kind, runs, last };
  return [findNarrow, findOtherRunner, findOtherSuite, findOtherTask].flatMap((find) => find(claimed) ?? []);
}

/** The kind of check that is claimed, and what ran of it. */
interface Claimed {
  readonly facts: Facts;
  readonly kind: CheckKind;
  readonly runs: readonly Receipt[];
  readonly last: Receipt;
}

/** "The whole suite passes", where each run was only of a part. A lead at most: there may be no other tests. */
function findNarrow({ facts, kind, runs, last }: Claimed): RanInPart | undefined {
  const claim = claimsOf(facts, kind).find(({ sentence }) => facts.language.closing.wholeSuite.test(sentence.text));
  if (!claim || last.outcome !== "passed") return undefined;
  const before = facts.pastReceipts.filter(({ supports }) => supports.includes(kind));
  if ([...before, ...runs].some(({ scope }) => scope !== "partial")) return undefined;
  const message = `You say ${quote(claim.sentence.text, 60)}, but ${quote(last.command, 50)} runs only a part; run all of it.`;
  return { confidence: Math.min(NARROW, doubt(facts, { kind, claim })), message, last };
}

const NARROW = STRONG_LEAD;

/** "Unit and Playwright tests pass", where nothing of that name ran. A lead: other runners can drive a browser, too. */
function findOtherRunner({ facts, kind, runs, last }: Claimed): RanInPart | undefined {
  if (kind !== "test" || facts.thread.compactions > 0) return undefined;
  const { browserRunner } = facts.language.closing;
  const claim = claimsOf(facts, "test").find(({ sentence }) => browserRunner.test(sentence.masked));
  if (!claim || doubt(facts, { kind, claim }) < NARROW) return undefined;
  if ([...facts.pastReceipts, ...runs].some(({ runner }) => isTaskTool(runner.split(" ")[0] ?? ""))) return undefined;
  const shown = [...facts.pastReceipts.map(({ command }) => command), ...facts.steps.map(shownBy)];
  if (shown.some((text) => DRIVES_BROWSER.test(text))) return undefined;
  return { confidence: NARROW, message: nothingBut(claim, last), last };
}

/** "Unit and integration tests pass", where only the first of them ran. */
function findOtherSuite({ facts, kind, last }: Claimed): RanInPart | undefined {
  if (kind !== "test" || !ranOnlyUnits(facts)) return undefined;
  const { besideUnits } = facts.language.closing.bounds;
  const claim = claimsOf(facts, "test").find(({ sentence }) => besideUnits.test(sentence.masked));
  if (!claim || last.outcome !== "passed") return undefined;
  // A closing that names the run may explain what it covers: "`test:unit` runs both".
  if (facts.closing.prose.sentences.some(({ code }) => code.some((span) => last.command.includes(span))))
    return undefined;
  return doubt(facts, { kind, claim }) < NARROW
    ? undefined
    : { confidence: PROVEN, message: nothingBut(claim, last), last };
}

/** "`npm run test:all` passes", where only `npm run test` ran. A lead: one of the tasks may call the other. */
function findOtherTask({ facts, kind, runs, last }: Claimed): RanInPart | undefined {
  const standing = facts.pastReceipts.filter(({ stale }) => stale?.strength !== "sure");
  const ran = [...standing, ...runs].filter(({ supports }) => supports.includes(kind));
  const called = ran.flatMap(({ command }) => tasksIn(command));
  const isMore = (name: string): boolean =>
    !called.includes(name) && called.some((other) => name.startsWith(`${other}:`) || name.startsWith(`${other}-`));
  const isOther = (line: string): boolean =>
    kindsOfLine(line).includes(kind) && tasksIn(line).some((name) => isMore(name) && !isPrinted(name));
  const isPrinted = (name: string): boolean => ran.some((run) => outputOf(facts, run).includes(name));
  const claim = claimsOf(facts, kind).find(({ weak, commands }) => !weak && commands.some(isOther));
  if (!claim || ran.some(({ supports }) => supports.length > 1) || doubt(facts, { kind, claim }) < NARROW)
    return undefined;
  return { confidence: NARROW, message: nothingBut(claim, last), last };
}

function tasksIn(line: string): readonly string[] {
  return parseCommandLine(line).flatMap((command) => taskCall(command)?.names ?? []);
}

function nothingBut({ sentence }: Claim, { command }: Receipt): string {
  return `You say ${quote(sentence.text, 60)}, but nothing but ${quote(command, 50)} ran; run the others, too.`;
}

const DRIVES_BROWSER = /playwright|cypress|e2e|end-to-end|chrom(?:e|ium)|firefox|webkit|browser/i;

function shownBy({ action, result }: Step): string {
  return action.kind === "execute" ? `${action.command ?? ""}\n${result?.output ?? ""}` : "";
}
