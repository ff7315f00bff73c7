import { join } from "node:path";
import { createRedactor } from "../../src/observer/redact.ts";
import { loadThread } from "../../src/session/load-thread.ts";
import { turnsToSend } from "../../src/team/client/send-turn.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { lastTurn } from "../../src/thread/turns.ts";
import { ClaudeSession } from "./claude-session.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { writeFiles } from "./write-files.ts";

/** A turn as `cox ci --report` sends it, of a session with the words that a scan looks for. */
export function sentTurn(write: (session: ClaudeSession) => ClaudeSession, session?: string): Record<string, unknown> {
  const directory = temporaryDirectory();
  const own = new ClaudeSession({ ...(session === undefined ? {} : { session }), at: new Date().toISOString() });
  writeFiles(directory, { "session.jsonl": write(own).text() });
  const deltas: Delta[] = [];
  const { thread } = loadThread(join(directory, "session.jsonl"), undefined, undefined, (each) => deltas.push(...each));
  const turn = lastTurn(thread);
  if (!turn) throw new Error("the session has no turn");
  const repository = "acme/api";
  const redact = createRedactor();
  const [sent] = turnsToSend({ deltas, thread, turns: [turn], redact, repository, now: new Date() });
  return { ...sent };
}

/** All words that stand in the turns of `ClaudeSession`, but for those that are everybody's. */
export const WORDS_OF_TURNS = [
  "Fix the total",
  "src/cart.ts",
  "All tests pass",
  "npx vitest",
  "return total",
  "11 passed",
];
