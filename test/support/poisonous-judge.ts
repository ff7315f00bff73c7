/** The program of a judging thread, which some sessions poison: one never ends, one takes all memory. */
import { parentPort } from "node:worker_threads";
import type { ToThread } from "../../src/compose/judge-program.ts";

const hear = parentPort?.on.bind(parentPort);
Object.assign(parentPort ?? {}, {
  on: (event: "message", judge: (message: ToThread) => void) =>
    hear?.(event, (message: ToThread) => {
      const session = message.type === "judge" ? message.task.turn.session : "";
      if (session === "endless") for (;;);
      const held: unknown[] = [];
      if (session === "hungry") for (;;) held.push(Array.from<number>({ length: 1_000_000 }).fill(0.5));
      judge(message);
    }),
});
await import("../../src/compose/judge-program.ts");
