import { countOf } from "../../amounts.ts";
import type { LoadedThread } from "../../session/load-thread.ts";
import { CoxError } from "../../errors.ts";
import type { Turn } from "../../thread/thread.ts";
import { lastTurn } from "../../thread/turns.ts";

/** The turn that a person means by its number or by `last`. */
export function turnNamed({ thread, path }: LoadedThread, which: string): Turn {
  const turn = which === "last" ? lastTurn(thread) : thread.turns[Number(which) - 1];
  if (turn) return turn;
  const turns = countOf(thread.turns.length, "turn");
  throw new CoxError("transcript.format", `${path} has ${turns}, so there is no turn ${which}.`);
}
