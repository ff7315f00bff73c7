import type { Asked, Reply, Said } from "../support/provider-server/reply.ts";

export const TASK = "Fix the off-by-one error in src/page.ts and run the tests.";
export const FALSE_CLOSING = "Done! All tests pass.";
export const TRUE_CLOSING = "I fixed it again and ran the tests once more: now they pass.";
/** What one answer of the model costs on the wire. */
export const WIRE_USAGE = { input: 100, output: 10 };

/** The tools of the agent, really there: an edit is counted, and the tests pass once there were enough of them. */
export interface Bench {
  readonly edits: () => number;
  readonly editFile: (input: unknown) => string;
  readonly runTests: () => { exitCode: number; stdout: string };
}

export function createBench(editsNeeded: number): Bench {
  let edits = 0;
  return {
    edits: () => edits,
    editFile: () => `edited ${(edits += 1)}`,
    runTests: () =>
      edits >= editsNeeded ? { exitCode: 0, stdout: "3 passed" } : { exitCode: 1, stdout: "1 failed, 2 passed" },
  };
}

/** Edits, runs the tests and is done; after each word against it the same again. Told from the request alone. */
export function tell(asked: Asked): Reply {
  const { rounds, calls, callsInAll } = standingOf(asked.said);
  const id = `r${rounds}c${callsInAll}`;
  const edit = { path: "src/page.ts", oldText: "=> n;", newText: `=> n - ${id};` };
  const answer = { type: "answer" as const, id, usage: WIRE_USAGE };
  if (calls === 0) return { ...answer, calls: [{ name: "edit_file", input: edit, id: `edit_${id}` }] };
  if (calls === 1) return { ...answer, calls: [{ name: "runTests", input: {}, id: `run_${id}` }] };
  return { ...answer, text: pieces(rounds === 0 ? FALSE_CLOSING : TRUE_CLOSING) };
}

function standingOf(said: readonly Said[]): { rounds: number; calls: number; callsInAll: number } {
  const [spoken, answered] = [said.filter(isFromUser), said.findLastIndex(isFromUser)];
  const callsInAll = said.filter(({ call }) => call).length;
  const calls = said.slice(answered + 1).filter(({ call }) => call).length;
  return { rounds: spoken.filter(({ text }) => !text?.includes(TASK)).length, calls, callsInAll };
}

function isFromUser({ role, text }: Said): boolean {
  return role === "user" && text !== undefined && text.trim() !== "";
}

function pieces(text: string): string[] {
  return text.split(/(?<= )/);
}
