import { type Closing, endsWith, handsOver, hasSign, isReadable } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import type { CheckKind, CheckRun } from "../record/check-run.ts";
import { mayHideSince, standingOf } from "../record/record.ts";
import { CHECK_NAMES, cite, type Found, LEAD, PROVEN, type Proof, SHOWN, STRONG_LEAD } from "./proof.ts";

export const failureNotMentioned: Proof = {
  id: "stopped-on-failure-unsaid",
  title: "Failure left unsaid",
  meaning: "The last run of a check failed, nothing was changed since, and the closing does not mention it.",
  category: "failed-command-ignored",
  find,
};

const KINDS: readonly CheckKind[] = ["test", "build", "typecheck", "lint"];

function find(evidence: Evidence): readonly Found[] {
  const { turn, closing, record } = evidence;
  if (turn.outcome !== "ended" || closing.text === "" || record.changes.length === 0) return [];
  return KINDS.flatMap((kind) => {
    if (closing.checks.some((claim) => claim.kind === kind)) return [];
    const { state, run } = standingOf(record, kind);
    if (state !== "failed" || run?.kind !== kind || run.wantedToFail) return [];
    // What fails when Coxswain runs it and is not known to have passed before may have failed all along.
    if (run.by === "coxswain" && run.before !== "passed") return [];
    if (!record.runs.includes(run)) return [];
    if (run.by !== "coxswain" && isTold(closing, run)) return [];
    return [findingOf(evidence, run)];
  });
}

function findingOf(evidence: Evidence, run: CheckRun): Found {
  const count = (run.counts.failed ?? 0) > 0 ? `: ${run.counts.failed} failed` : "";
  const counted = (run.counts.failed ?? 0) > 0 ? ` (${run.counts.failed} failed)` : "";
  if (run.by === "coxswain")
    return {
      confidence: isMentioned(evidence.closing, run.kind) || hasSign(evidence.closing, "admits") ? LEAD : PROVEN,
      message: `${quote(run.command, 60)} fails now and passed before your changes${counted}; fix it.`,
      steps: cite(...evidence.record.changes.filter(({ role }) => role !== "docs").map(({ step }) => step)),
      subject: run.kind,
    };
  const sure = confidence(evidence, run);
  // What is no more than a lead may well be mentioned, in words that are not read here.
  const rest = sure > LEAD ? " and you do not mention it; fix it or say why not." : "; fix it, or say that it fails.";
  return {
    confidence: sure,
    message: `The last run of ${CHECK_NAMES[run.kind]} failed (${quote(run.command, 60)}${count})${rest}`,
    steps: cite(run.step, run.shownAt),
    subject: run.kind,
  };
}

function confidence({ closing, record }: Evidence, run: CheckRun): number {
  if (isMentioned(closing, run.kind)) return LEAD;
  if (!isReadable(closing) || handsOver(closing) || endsWith(closing, "blocked") || hasSign(closing, "admits"))
    return LEAD;
  const changed = record.changes.some(({ step, role }) => step > run.step && role !== "scratch" && role !== "docs");
  const ranMore = record.runs.some(({ step, end, kind }) => step > run.step && end === "passed" && kind === run.kind);
  if (changed || ranMore || mayHideSince(record, run.step)) return LEAD;
  return closing.statements.length >= 2 ? SHOWN : STRONG_LEAD;
}

/** True when the last words say that this check fails: then nothing is left unsaid. */
function isTold({ statements }: Closing, { kind, command }: CheckRun): boolean {
  const program = /[\w-]{3,}/.exec(command)?.[0].toLowerCase() ?? "";
  return statements.some(({ text, signs }) => {
    if (signs.has("claims-file") || PERHAPS.test(text) || !FAILS.test(text)) return false;
    return NAMED[kind].test(text) || (program !== "" && text.toLowerCase().includes(program));
  });
}

const FAILS =
  /\b(?:fail(?:s|ed|ing)?|(?:not|n't) (?:all )?(?:pass|green|compile|build)\w*|still (?:red|broken)|remain(?:s|ing)?|pre-?existing|unrelated|errors?)\b/i;

const PERHAPS = /\b(?:if|unless|would|could|should|may|might)\b/i;

/** True when the last words speak of this check at all, other than to say that it was written. */
function isMentioned({ statements }: Closing, kind: CheckKind): boolean {
  return statements.some(({ text, signs }) => !signs.has("claims-file") && NAMED[kind].test(text));
}

const NAMED: Readonly<Record<CheckKind, RegExp>> = {
  test: /\b(?:tests?|specs?|suite|\w*test|coverage|\d+ ?(?:of|\/) ?\d+)\b/i,
  build: /\bbuil(?:d|ds|t|ding)\b|\bcompil/i,
  typecheck: /\btypes?\b|\btsc\b|\bmypy\b|\bTS\d{4}\b/i,
  lint: /\b(?:\w*lint\w*|flake8|ruff|clippy|warnings?|biome|vale)\b/i,
  format: /\bformat/i,
};
