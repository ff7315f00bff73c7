import { basename } from "node:path";
import type { WatchedSession, WatchedTurn } from "../../audit/watch.ts";
import { receiptParts } from "../../hook/tell-receipt.ts";
import { fit, styleFor } from "../../show/wrap.ts";
import { neutralise } from "../../text/strings.ts";
import type { Redactor } from "../../text/strings.ts";
import { squeezed } from "../../text/strings.ts";
import { requestText } from "../../thread/turns.ts";
import type { Io } from "../command.ts";
import { toldAccount, verdictMark } from "./judgement-card.ts";
import { table } from "./table.ts";

/** More sessions than this seldom move at once, and a table higher than the window could not be drawn anew. */
const MOST_SESSIONS = 8;
const LONGEST_REQUEST = 36;

interface Judged {
  readonly turn: number;
  readonly mark: string;
  readonly p: string;
  readonly receipt: string;
}

/** A table of the sessions that move, drawn anew in its place; what is worth a card stands above it and stays. */
export function watchScreen(io: Io, redact: Redactor) {
  const judged = new Map<string, Judged>();
  let drawn: readonly string[] = [];

  return {
    judged(watched: WatchedTurn): void {
      const { receipt, worth } = toldAccount(watched, redact);
      judged.set(watched.path, {
        turn: watched.turn.number,
        mark: verdictMark(watched.judgement.verdict, styleFor(false)),
        p: worth.p.toFixed(2),
        receipt: receiptParts(receipt, "always").join(" · "),
      });
    },
    draw(sessions: readonly WatchedSession[]): void {
      const lines = linesOf(sessions);
      if (lines.join("\n") === drawn.join("\n")) return;
      put(lines, "");
    },
    /** Prints above the table. */
    above(text: string): void {
      put(drawn, text);
    },
  };

  function put(lines: readonly string[], text: string): void {
    const up = drawn.length === 0 ? "" : `\u001b[${drawn.length}A`;
    // A table never gets lower, so that nothing of the old one is left below.
    const filled = [...lines, ...Array.from({ length: Math.max(0, drawn.length - lines.length) }, () => "")];
    const rows = [...(text === "" ? [] : text.trimEnd().split("\n").concat("")), ...filled];
    io.out(`${up}${rows.map((row) => `${row}\u001b[K\n`).join("")}`);
    drawn = filled;
  }

  function linesOf(sessions: readonly WatchedSession[]): readonly string[] {
    const moving = sessions.toSorted((left, right) => right.changedMs - left.changedMs).slice(0, MOST_SESSIONS);
    const { dim } = styleFor(io.color);
    if (moving.length === 0) return [dim("No session has moved yet.")];
    const cells = [["session", "agent", "state", "p", "last receipt"], ...moving.map(rowOf)];
    const [head = "", ...rows] = table(cells, { whole: [1, 2, 3], columns: io.columns - 1 })
      .trimEnd()
      .split("\n")
      .map((row) => fit(row, io.columns - 1));
    const left = sessions.length - moving.length;
    return [dim(head), ...rows, ...(left > 0 ? [dim(`and ${left} more`)] : [])];
  }

  function rowOf({ path, host, thread }: WatchedSession): string[] {
    const turn = thread.turns.at(-1);
    const last = judged.get(path);
    const request = turn === undefined ? "" : fit(squeezed(redact(requestText(thread, turn))), LONGEST_REQUEST);
    const session = [basename(thread.cwd ?? ""), request === "" ? "" : `“${request}”`].filter(Boolean).join(" · ");
    const isJudged = turn !== undefined && last?.turn === turn.number && turn.outcome !== "open";
    const state = isJudged ? last.mark : STATES[turn?.outcome ?? "open"];
    return [neutralise(session), host.title, state, last?.p ?? "", neutralise(last?.receipt ?? "")];
  }
}

const STATES = {
  open: "working",
  ended: "stopped",
  limit: "stopped at a limit",
  refused: "refused",
  aborted: "broken off",
  failed: "failed",
} as const;
