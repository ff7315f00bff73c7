/** The program of a judging thread, which some sessions poison: one never ends, one takes all memory. */
import { parentPort } from "node:worker_threads";
import type { ToThread } from "../../src/compose/judge-program.ts";

const hear = parentPort?.on.bind(parentPort);
Object.assign(parentPort ?? {}, {
  on: (event: "message", judge: (message: ToThread) => void) =>
    hear?.(event, (message: ToThread) => {
      const session = message.type === "judge" ? message.task.turn.session : "";
      while (session === "endless");
      for (let held: unknown = 0; session === "hungry";) held = [held, Array.from({ length: 1000 }, () => ({ held }))];
      judge(message);
    }),
});
await import("../../src/compose/judge-program.ts");
