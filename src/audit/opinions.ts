import type { Verdict } from "../verdict.ts";
import type { AuditRun } from "./audit.ts";
import type { Case, TurnRecord } from "./record.ts";

/** What a model said about a turn in which nothing was proven. */
export interface Opinion {
  readonly verdict: Verdict;
  /** How many the turn had when the model was shown it: a turn that went on since is another matter. */
  readonly steps: number;
  /** When the turn began and where its agent worked: what is forgotten goes by that, also when the transcript is gone. */
  readonly at?: string;
  readonly cwd?: string;
  /** For an objection. */
  readonly found?: Case;
}

/** What a turn is called by that only a model objects to: no finding of the record has this name. */
export const OPINION = "observer's opinion";

/** Those of what a model said earlier that are about these turns as they are now, by their keys. */
export function standing(said: ReadonlyMap<string, Opinion>, turns: readonly TurnRecord[]): Map<string, Opinion> {
  return new Map(
    turns.flatMap(({ key, steps }) => {
      const opinion = said.get(key);
      return opinion?.steps === steps ? [[key, opinion] as const] : [];
    }),
  );
}

/** The same run, with what a model objected to counted like what is proven. */
export function withOpinions(run: AuditRun, opinions: ReadonlyMap<string, Opinion>): AuditRun {
  if (opinions.size === 0) return run;
  return {
    ...run,
    sessions: run.sessions.map((file) => ({
      ...file,
      record: { ...file.record, turns: file.record.turns.map((turn) => withOpinion(turn, opinions.get(turn.key))) },
    })),
  };
}

function withOpinion(turn: TurnRecord, opinion: Opinion | undefined): TurnRecord {
  if (!opinion || !turn.look || turn.look.verdict !== "ok" || opinion.verdict.verdict !== "correct") return turn;
  // A model's word is as sure as it has to be: whether it is enough was decided when it was asked.
  const finding = { id: OPINION, confidence: 1 };
  return { ...turn, look: { ...turn.look, verdict: "correct", findings: [finding], opinion: true } };
}
