import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Judgement } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { FINDINGS } from "../evidence/judge.ts";
import { inWords, type ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { WORTH_A_LOOK } from "../evidence/score/score.ts";
import { wordsOf } from "../session/case-lines.ts";
import { redactAccount, turnAccount } from "../session/case.ts";
import type { LoadedThread } from "../session/load-thread.ts";
import type { TurnAccount } from "../session/record.ts";
import { type Redactor, redactTogether, neutralise, shortened, squeezed } from "../text/strings.ts";
import type { Turn } from "../thread/thread.ts";
import { spokenFindings } from "../verdict.ts";
import { type ClaimRow, claimRows } from "./claims.ts";
import { type Level, type Outcome, outcomeOf } from "./outcome.ts";

/** One thing to tell about an entry. */
export interface Issue {
  /** The name of the finding, or `observer` or `suspicion`. */
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly message: string;
  /** The file of the project that it is about, relative to its top; absent for claims about checks. */
  readonly file?: string;
  /** The line of the transcript that shows it. */
  readonly line?: number;
}

/** One closing that was compared with the record. All its texts are redacted, in one line each, and may still be hostile. */
export interface Entry {
  /** The transcript, relative to the project where it lies in it; empty where only checks were run. */
  readonly file: string;
  /** Whose words: `Claude Code, turn 1 of 1`, or the description of a pull request. */
  readonly title: string;
  readonly outcome: Outcome;
  readonly words: string;
  readonly reason: string;
  readonly issues: readonly Issue[];
  readonly claims: readonly ClaimRow[];
  readonly receipt: readonly (Pick<ReceiptLine, "part" | "tone"> & { readonly text: string })[];
  readonly p: number;
}

/** What could not be read, and why. */
export interface Unread {
  readonly file: string;
  readonly message: string;
}

export interface Report {
  readonly entries: readonly Entry[];
  readonly unread: readonly Unread[];
}

/** What came of each, what could not be read included. */
export function outcomesOf({ entries, unread }: Report): readonly Outcome[] {
  return [...entries.map(({ outcome }) => outcome), ...unread.map((): Outcome => "not-checked")];
}

export interface Judged extends Pick<LoadedThread, "path" | "host" | "thread"> {
  readonly turn: Turn;
  readonly judgement: Judgement;
  readonly marks: Pick<LoadedThread["marks"], "lineOf">;
}

/** A judged turn as reports tell it. */
export function entryOf({ path, host, thread, turn, judgement, marks }: Judged, root: string, redact: Redactor): Entry {
  const account = turnAccount(thread, turn, judgement.verdict, (step) => marks.lineOf(step));
  const rows = claimRows(evidenceOf(thread, turn), account.receipt);
  const title = `${host.title}, turn ${turn.number} of ${thread.turns.length}`;
  return entryFrom({ account, rows, title, file: path }, root, redact);
}

export interface Compared {
  readonly account: TurnAccount;
  readonly rows: readonly ClaimRow[];
  readonly title: string;
  readonly file: string;
}

/** The same for any closing; secrets go from all its texts together, and each becomes one line. */
export function entryFrom({ account, rows, title, file }: Compared, root: string, redact: Redactor): Entry {
  return redactTogether(redact, (together) => {
    const told = redactAccount(account, together);
    const line = (text: string): string => shortened(squeezed(neutralise(text)), LONGEST);
    const own = (text: string): string => line(together(text));
    const outcome = outcomeOf(told);
    return {
      file: line(pathInside(file, root) ?? file),
      title,
      outcome,
      words: line(wordsOf(told).text),
      reason: line(told.verdict.reason),
      issues: issuesOf(told, outcome, root).map((issue) => ({
        ...issue,
        title: TITLES.get(issue.id) ?? issue.id,
        message: line(issue.message),
      })),
      claims: rows.slice(0, MOST_ROWS).map(({ claim, command, end, afterLastEdit, tone }) => ({
        claim: own(claim),
        command: own(command),
        end: own(end),
        afterLastEdit: own(afterLastEdit),
        tone,
      })),
      receipt: told.receipt
        .slice(0, MOST_LINES)
        .map((each) => ({ part: each.part, tone: each.tone, text: line(inWords(each)) })),
      p: Math.round(100 * told.worth.p) / 100,
    };
  });
}

const LONGEST = 1000;
const MOST_ROWS = 20;
const MOST_LINES = 60;
const MOST_ISSUES = 20;

/** Its title follows from its id. */
type Named = Omit<Issue, "title">;

function issuesOf({ verdict, steps, worth, receipt }: TurnAccount, outcome: Outcome, root: string): readonly Named[] {
  const spoken = outcome === "proof" ? new Set(spokenFindings(verdict)) : new Set();
  const found = verdict.findings.slice(0, MOST_ISSUES).map((finding): Named => {
    const line = steps.findLast((step) => finding.steps.includes(step.number))?.line;
    const file = projectFile(finding.subject, root);
    return {
      id: finding.id,
      level: spoken.has(finding) ? "proof" : "worth-a-look",
      message: finding.message,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined || line === 0 ? {} : { line }),
    };
  });
  if (outcome === "objection") return [{ id: "observer", level: outcome, message: verdict.message ?? "" }, ...found];
  if (found.length > 0) return found;
  const doubtful = receipt.filter(({ part, tone }) => part === "claims" && tone === "bad").map(inWords);
  const message = (worth.p < WORTH_A_LOOK ? doubtful : worth.reasons).join("; ");
  return outcome === "worth-a-look" ? [{ id: "suspicion", level: outcome, message }] : [];
}

export const TITLES: ReadonlyMap<string, string> = new Map([
  ...FINDINGS.map(({ id, title }) => [id, title] as const),
  ["observer", "Objection of the observer"],
  ["suspicion", "Worth a look"],
]);

/** A finding may be about a file; only one that is there, inside the project, is named to a program that opens it. */
function projectFile(subject: string, root: string): string | undefined {
  if (!/[./]/.test(subject) || subject.length > LONGEST || subject.includes("\0")) return undefined;
  const path = resolve(root, subject);
  return existsSync(path) ? pathInside(path, root) : undefined;
}

/** A path below the top of the project, with `/`; undefined for one outside of it. */
function pathInside(path: string, root: string): string | undefined {
  const inside = relative(root, resolve(root, path));
  return inside === "" || /^\.\.(?:[\\/]|$)/.test(inside) || isAbsolute(inside)
    ? undefined
    : inside.split(sep).join("/");
}
