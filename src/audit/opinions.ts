import type { AuditRun } from "./audit.ts";
import type { Opinion, TurnRecord } from "../session/record.ts";

/** The name in place of a finding when only a model objects; no finding has this name. */
export const OPINION = "observer's opinion";

/** The earlier opinions that still apply to these turns, by the turns' keys. */
export function standing(said: ReadonlyMap<string, Opinion>, turns: readonly TurnRecord[]): Map<string, Opinion> {
  return new Map(
    turns.flatMap(({ key, steps }) => {
      const opinion = said.get(key);
      return opinion?.steps === steps ? [[key, opinion] as const] : [];
    }),
  );
}

/** The run, with a model's objections counted like proven findings. */
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
  // The confidence needs no comparison any more: whether it is enough was decided when the model was asked.
  const finding = { id: OPINION, confidence: 1 };
  return { ...turn, look: { ...turn.look, verdict: "correct", findings: [finding], opinion: true } };
}
