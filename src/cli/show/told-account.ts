import { turnAccount } from "../../session/case.ts";
import type { LoadedThread } from "../../session/load-thread.ts";
import type { TurnAccount } from "../../session/record.ts";
import { redactAccount } from "../../session/redact-case.ts";
import type { Judgement } from "../../corrector.ts";
import type { Redactor } from "../../redactor.ts";
import type { Turn } from "../../thread/thread.ts";

export interface JudgedTurn extends Pick<LoadedThread, "path" | "host" | "thread"> {
  readonly turn: Turn;
  readonly judgement: Judgement;
  /** Where the steps stand in the file, where that is known. */
  readonly marks?: Pick<LoadedThread["marks"], "lineOf">;
}

/** A judged turn as it may be shown: without secrets, and cut. */
export function toldAccount({ thread, turn, judgement, marks }: JudgedTurn, redact: Redactor): TurnAccount {
  return redactAccount(
    turnAccount(thread, turn, judgement.verdict, (step) => marks?.lineOf(step)),
    redact,
  );
}
