import { expect, it } from "vitest";
import type { AuditProgress } from "../../audit/audit.ts";
import { progressBar } from "./progress-bar.ts";

const PROGRESS = { files: 6000, filesDone: 1500, bytes: 60e6, bytesDone: 15e6, turns: 1500 };

it.each([
  [120, "█████░░░░░░░░░░░░░░░ 1,500 of 6,000 sessions · 3.0 s left · 15 MB of 60 MB · 1,500 turns"],
  [80, "███░░░░░░░░ 1,500 of 6,000 sessions · 3.0 s left · 15 MB of 60 MB · 1,500 turns"],
  [40, "1,500 of 6,000 sessions · 3.0 s left ·…"],
])("says in %i columns how long it still takes", (columns, line) => {
  expect(shown(PROGRESS, columns)).toBe(`\r${line}\u001b[K`);
});

it("guesses no time from the first of many bytes", () => {
  const line = "░░░░░░░░░░░░░░░░░░░░ 1 of 6,000 sessions · 27 kB of 60 MB · 4 turns";
  expect(shown({ ...PROGRESS, filesDone: 1, bytesDone: 27e3, turns: 4 }, 120)).toBe(`\r${line}\u001b[K`);
});

function shown(progress: AuditProgress, columns: number): string {
  let err = "";
  const io = { err: (text: string) => void (err += text), errScreen: { columns, color: false, isTerminal: true } };
  let time = 0;
  const bar = progressBar(io, () => time);
  time = 1000;
  bar.show(progress);
  return err;
}
