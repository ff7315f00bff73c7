import type { Judgement } from "../../corrector.ts";
import { neutralise } from "../../neutralise.ts";
import { type Style, styleFor } from "../../show/style.ts";
import { wrap } from "../../show/wrap.ts";
import type { Turn } from "../../thread/thread.ts";
import { closingText } from "../../thread/turns.ts";
import { type Finding, spokenFindings, type Verdict, type VerdictKind, wasLeftAlone } from "../../verdict.ts";
import type { Io } from "../command.ts";
import type { LoadedThread } from "../../audit/load-thread.ts";
import { stepNumbers } from "./amounts.ts";

const WIDEST = 100;
const LABEL_WIDTH = 11;
const CLOSING_ROWS = 4;

interface JudgedTurn extends Pick<LoadedThread, "path" | "host" | "thread"> {
  readonly turn: Turn;
  readonly judgement: Judgement;
}

/** One judgement for a person to read: what the agent claimed, what was decided, and why. */
export function judgementCard(judged: JudgedTurn, io: Io, redact: (text: string) => string): string {
  const { path, host, thread, turn } = judged;
  const { verdict } = judged.judgement;
  const style = styleFor(io.color);
  const width = Math.max(40, Math.min(io.columns, WIDEST)) - LABEL_WIDTH - 2;
  const rows: [label: string, text: string][] = [
    ["claimed", shortened(redact(neutralise(closingText(thread, turn))), width)],
    [verdict.verdict === "correct" ? "would say" : "because", verdict.message ?? reasonOf(verdict)],
    ["by", verdict.message !== null && verdict.judge === "model" ? describeObserver(verdict) : ""],
    ...verdict.findings.map((finding): [string, string] => [
      labelOf(finding, verdict),
      describeFinding(finding, verdict),
    ]),
  ];
  const title = `${verdictMark(verdict, style)} ${style.dim(`${neutralise(path)} · ${host.title} · turn ${turn.number} of ${thread.turns.length}`)}`;
  const body = rows
    .filter(([, text]) => text !== "")
    .flatMap(([label, text]) =>
      wrap(neutralise(text), width).map(
        (row, index) => `  ${style.dim((index === 0 ? label : "").padEnd(LABEL_WIDTH))}${row}`,
      ),
    );
  return `${[title, ...body].join("\n")}\n\n`;
}

export function verdictMark(verdict: Pick<Verdict, "verdict" | "judge">, style: Style): string {
  if (wasLeftAlone(verdict)) return style.dim("· not looked at");
  if (verdict.verdict === "correct" && verdict.judge === "model") return style.orange("✗ objection");
  return MARKS[verdict.verdict](style);
}

/** For people: beside a cross, the word "correct" reads as its opposite. */
const MARKS: Record<VerdictKind, (style: Style) => string> = {
  ok: (style) => style.green("✓ ok"),
  correct: (style) => style.orange("✗ false “done”"),
  blocked: (style) => style.yellow("■ blocked"),
  unchecked: (style) => style.yellow("? unchecked"),
};

function labelOf(finding: Finding, verdict: Verdict): string {
  return verdict.verdict === "correct" && spokenFindings(verdict).includes(finding) ? "proof" : "lead";
}

/** Without what the mark before it says already. */
function reasonOf(verdict: Verdict): string {
  return wasLeftAlone(verdict) ? verdict.reason.replace(/^not looked at: /, "") : verdict.reason;
}

/** A finding whose words are the whole message has been heard. */
function describeFinding({ id, confidence, message, steps }: Finding, verdict: Verdict): string {
  return `${id} (${percentOf(confidence)})${placed(steps)}${message === verdict.message ? "" : `: ${message}`}`;
}

function describeObserver({ confidence, steps }: Verdict): string {
  return `the observer${confidence === null ? "" : ` (${percentOf(confidence)})`}${placed(steps)}`;
}

function percentOf(confidence: number): string {
  return `${Math.round(confidence * 100)}%`;
}

function placed(steps: readonly number[]): string {
  return steps.length > 0 ? ` · ${stepNumbers(steps)}` : "";
}

/** The last lines of a closing text: that is where the claims stand. */
function shortened(text: string, width: number): string {
  const rows = wrap(text, width).filter((row) => row.trim() !== "");
  return rows.length <= CLOSING_ROWS ? rows.join("\n") : ["…", ...rows.slice(-CLOSING_ROWS)].join("\n");
}
