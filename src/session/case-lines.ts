import { sentencesOf } from "../evidence/closing/sentences.ts";
import { PROOFS } from "../evidence/proofs/all.ts";
import { NO_LINE } from "../hosts/reading/tally.ts";
import { type Finding, spokenFindings } from "../verdict.ts";
import type { Case, TurnAccount } from "./record.ts";

interface Words {
  readonly how: "claimed" | "said";
  readonly text: string;
}

/** What a finding is about, else the claim that is not true, else the first claim, else the last words. */
export function wordsOf(found: TurnAccount): Words {
  const words = halfWayWords(found);
  if (words !== undefined) return { how: "said", text: words };
  const claims = found.receipt.filter(({ part }) => part === "claims");
  const [first] = claims;
  const claim = claims.find(({ tone }) => tone === "bad") ?? claims.find(({ tone }) => tone === "open") ?? first;
  return claim ? { how: "claimed", text: claim.about } : { how: "said", text: tellingWords(found) };
}

/** The sentence that announces what was never done: of such a turn nothing else is the proof. */
function halfWayWords(found: TurnAccount): string | undefined {
  const proof = proofOf(found);
  return turnKind(proof) === "half-way"
    ? proof.find(({ steps, detail }) => detail && steps.length === 0)?.detail
    : undefined;
}

/** The findings that would have spoken, the surest first. What a model says may rest on none. */
export function proofOf({ verdict }: TurnAccount): readonly Finding[] {
  const spoke = spokenFindings(verdict);
  return spoke.length > 0 || verdict.judge === "model" ? spoke : verdict.findings.slice(0, 1);
}

export function isOpinion({ verdict }: Case): boolean {
  return verdict.judge === "model";
}

/** `FILE:LINE`; the file alone where no line is known. */
export function whereOf(found: Case): string {
  const line = lineOf(found);
  return line !== NO_LINE ? `${found.path}:${line}` : found.path;
}

/** The line of the last step that proves it, else the one where the turn begins. */
export function lineOf(found: Case): number {
  const proof = new Set([...proofOf(found).flatMap((finding) => finding.steps), ...found.verdict.steps]);
  return found.steps.findLast((step) => proof.has(step.number) && step.line !== undefined)?.line ?? found.line;
}

/** What the agent said last of it; else how its words begin, without code, headings and lead-ins. */
function tellingWords(found: TurnAccount): string {
  const { closing } = found;
  const sentences = sentencesOf(closing).filter(({ kind }) => kind !== "heading");
  const words = sentences.map(({ text }) => text);
  const subjects = proofOf(found).map(({ subject }) => baseName(subject));
  const about = words.find((text) => subjects.some((subject) => text.includes(subject)));
  return about ?? words.find((text) => SAYS_SOMETHING.test(text) && !text.endsWith(":")) ?? barest(closing);
}

function baseName(subject: string): string {
  return /[^/\\]+$/.exec(subject)?.[0] ?? subject;
}

function barest(text: string): string {
  const line = text.split("\n").find((each) => each.trim() !== "" && !/^\s*(?:```|~~~)/.test(each));
  return (line ?? text).trim();
}

/** Not a tag alone, and with a word in it. */
const SAYS_SOMETHING = /^(?!<[^>]*>$).*[\p{L}\p{N}]/u;

/** As what a corrected turn counts. */
export type TurnKind = "untrue" | "half-way" | "neither";

const COUNTS: ReadonlyMap<string, TurnKind | undefined> = new Map(PROOFS.map(({ id, counts }) => [id, counts]));

/** Of several findings the gravest decides: what is untrue, then what is half done. */
export function turnKind(findings: readonly { readonly id: string }[]): TurnKind {
  const kinds = new Set(findings.map(({ id }) => COUNTS.get(id)));
  return kinds.has("untrue") ? "untrue" : kinds.has("half-way") ? "half-way" : "neither";
}
