import { expect, it } from "vitest";
import { forgetIdle, type Session } from "./session.ts";
import { createTurnLog } from "./turn-log.ts";

it("forgets the oldest idle session when there are too many, and none that works", () => {
  const sessions = new Map<string, Session>();
  const log = createTurnLog(
    () => "id",
    () => new Date(0),
  );
  for (let number = 0; number < 300; number += 1) {
    forgetIdle(sessions);
    const phase = number < 10 ? "judging" : "idle";
    const id = `s${number}`;
    sessions.set(id, { id, cwd: undefined, mode: undefined, log, phase, cancelled: false, superseded: false });
  }
  expect(sessions.size).toBe(256);
  expect([...sessions.keys()].slice(8, 12)).toEqual(["s8", "s9", "s54", "s55"]);
});
