import { isRecord } from "./text/json.ts";
import type { DeltaOf } from "./thread/delta.ts";
import type { Thread, Turn } from "./thread/thread.ts";
import type { Usage } from "./thread/usage.ts";

/** `correct` objects; `blocked` is unfinished and says so; `unchecked` is what nobody could look at. */
export type VerdictKind = "ok" | "correct" | "blocked" | "unchecked";

/** One thing that is wrong, with the steps that prove it and the words the user would say. */
export interface Finding {
  readonly id: string;
  readonly confidence: number;
  /** One sentence in the user's voice. */
  readonly message: string;
  /** Numbers of the steps it rests on. */
  readonly steps: readonly number[];
  /** What single steps are in it, for a person who looks at the proof: "put back". */
  readonly roles?: Readonly<Record<number, string>>;
  /** What no step shows by itself, for a person who looks at the proof: what ran instead of what never did. */
  readonly detail?: string;
  /** What it is about (a path, a command, a claim): the same finding on the same subject is the same objection. */
  readonly subject: string;
  /** Why it counts for less here than the record alone would make it: what people said about it in this repository. */
  readonly lowered?: string;
}

/** How one rule of the person's definition of done stands. `not asked`: nothing in the turn is what it is about. */
export interface RuleOutcome {
  /** What it asks for, in words. */
  readonly rule: string;
  readonly state: "met" | "broken" | "unknown" | "not asked";
  /** What the record holds of it. */
  readonly says: string;
  readonly steps: readonly number[];
}

/** What was decided about one turn. Only `correct` ever puts a message into a thread. */
export interface Verdict {
  readonly verdict: VerdictKind;
  readonly category: string | null;
  readonly message: string | null;
  readonly reason: string;
  readonly confidence: number | null;
  readonly findings: readonly Finding[];
  readonly steps: readonly number[];
  /** `evidence` proves, and `model` thinks: the guard lets less through of what is only thought. `gate`: nobody looked. */
  readonly judge: "gate" | "evidence" | "model";
  readonly usage: readonly Usage[];
  readonly durationMs: number;
  /** The family of the agent, where only models of that same family looked: they share its blind spots. */
  readonly sameFamily?: string;
  /** How the definition of done stands, rule by rule; absent where there is none. */
  readonly rules?: readonly RuleOutcome[];
}

/** A verdict with what its judge has to say; what is not given is empty. */
export function verdictOf(
  judge: Verdict["judge"],
  verdict: VerdictKind,
  reason: string,
  more: Partial<Verdict> = {},
): Verdict {
  return {
    verdict,
    category: null,
    message: null,
    reason,
    confidence: null,
    findings: [],
    steps: [],
    judge,
    usage: [],
    durationMs: 0,
    ...more,
  };
}

/** A verdict that no judge gave: nobody was asked, and this is why. */
export function gateVerdict(verdict: VerdictKind, reason: string): Verdict {
  return verdictOf("gate", verdict, reason);
}

/** What keeps a verdict from counting: a judge may be anybody's, and not everybody has their types checked. */
export function faultOf(given: unknown): string | undefined {
  if (!isRecord(given)) return NOT_WHOLE;
  const { verdict, message, reason, findings, steps, usage } = given;
  const isWhole =
    KINDS.some((kind) => kind === verdict) &&
    (message === null || typeof message === "string") &&
    typeof reason === "string" &&
    [steps, usage].every(Array.isArray) &&
    Array.isArray(findings) &&
    findings.every((finding) => isRecord(finding) && typeof finding["message"] === "string");
  if (!isWhole) return NOT_WHOLE;
  return verdict === "correct" && !message?.trim() ? "objects without a message" : undefined;
}

const NOT_WHOLE = "gave no whole verdict";
const KINDS: readonly string[] = ["ok", "correct", "blocked", "unchecked"] satisfies VerdictKind[];

/** Those whose words are in the message; the others were only leads. */
export function spokenFindings({ findings, message }: Pick<Verdict, "findings" | "message">): readonly Finding[] {
  return findings.filter((finding) => message?.includes(finding.message));
}

/** The gate left the turn alone, so nobody has seen that it is well. */
export function wasLeftAlone({ verdict, judge }: Pick<Verdict, "verdict" | "judge">): boolean {
  return judge === "gate" && verdict === "ok";
}

/** Everything in a verdict that may quote goes through `redact`. */
export function redactVerdict(verdict: Verdict, redact: (text: string) => string): Verdict {
  return {
    ...verdict,
    message: verdict.message === null ? null : redact(verdict.message),
    reason: redact(verdict.reason),
    findings: verdict.findings.map((finding) => ({
      ...finding,
      message: redact(finding.message),
      ...(finding.detail === undefined ? {} : { detail: redact(finding.detail) }),
      subject: redact(finding.subject),
    })),
    ...(verdict.rules && {
      rules: verdict.rules.map((each) => ({ ...each, rule: redact(each.rule), says: redact(each.says) })),
    }),
  };
}

/** What only whoever ran the agent knows about the run. */
export interface RunFacts {
  /** From the request to the end of the turn. */
  readonly durationMs?: number;
  /** The stop belongs to a subagent. */
  readonly subagent?: boolean;
  /** Nobody asked: the agent was woken to look whether there is work. */
  readonly heartbeat?: boolean;
  /** The answer has reached the person already, for example streamed in blocks. */
  readonly delivered?: boolean;
  /** The agent has not ended: it stopped on tool calls, or some are pending. */
  readonly pending?: boolean;
  /** Which attempt at the request this is, from 1, where the thread does not hold the earlier ones. */
  readonly attempt?: number;
  /** What was said about the earlier attempts, oldest first, where the thread does not hold it. */
  readonly earlierFeedback?: readonly string[];
  /** What the thread does not hold: of that a judge must not say that it did not happen. */
  readonly unknown?: readonly ("steps" | "stop reason")[];
}

/** What a judge is given: one turn of a thread, and what is known about the run. */
export interface Assessment {
  readonly thread: Thread;
  readonly turn: Turn;
  /** Looked at after its end, or while it runs. */
  readonly trigger?: "end-turn" | "parallel";
  readonly run?: RunFacts;
  readonly signal?: AbortSignal;
  /** For a later judge: how the definition of done stands. */
  readonly rules?: readonly RuleOutcome[];
}

/** Sees what no record can show: the project's checks, the disk. Never throws; undefined with nothing to see. */
export type Witness = (assessment: Assessment) => Promise<DeltaOf<"witnessed"> | undefined>;

/** Anything that can look at a turn and decide: the evidence engine, an observer model, the verifier. */
export interface Judge {
  readonly name: string;
  assess(assessment: Assessment): Promise<Verdict> | Verdict;
  /** A correction of this judge without what was said before; undefined where nothing else is proven. */
  leavingOut?(verdict: Verdict, isSaid: (finding: Finding) => boolean): Verdict | undefined;
}
