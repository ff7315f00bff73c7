import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/**
 * `npm run bench:judge`: how many conversations a second `cox judge` decides on evidence alone, and whether its memory
 * stays as it is, over a thousand threads that take turns. Each line holds the whole conversation so far.
 */
const THREADS = 1000;
/** After which rounds the memory is told. */
const TOLD = [5, 20, 60];
/** What it may be at most, and by how much it may grow once everything was compiled. */
const MOST_MB = 250;
const MOST_GROWTH = 1.2;

const directory = mkdtempSync(join(tmpdir(), "coxswain-bench-"));
const program = resolve(import.meta.dirname, "../bin/cox.js");
const env = { ...process.env, COX_STORE_PATH: join(directory, "coxswain.db") };
const child = spawn(process.execPath, [program, "judge"], { env, stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

try {
  await round(0);
  const memory: number[] = [];
  const rates: number[] = [];
  for (let number = 1; number <= Math.max(...TOLD); number += 1) {
    const started = ownSeconds();
    await round(number);
    rates.push(THREADS / (ownSeconds() - started));
    if (TOLD.includes(number)) memory.push(residentMegabytes());
  }
  const [least, most] = [Math.round(Math.min(...rates)), Math.round(Math.max(...rates))];
  console.log(`${THREADS} threads: ${least} to ${most} judgements in a second of its own`);
  console.log(`memory after ${TOLD.join(", ")} rounds: ${memory.join(", ")} MB`);
  const [, settled = 0, last = 0] = memory;
  if (last > MOST_MB || last > settled * MOST_GROWTH) throw new Error(`${last} MB: the memory grows`);
} finally {
  child.stdin.end();
  await once(child, "close");
  rmSync(directory, { recursive: true, force: true });
}

/** Every thread once more; the reading goes on beside the writing, as a program with many threads does it. */
async function round(number: number): Promise<void> {
  const writing = (async () => {
    for (let thread = 0; thread < THREADS; thread += 1)
      if (!child.stdin.write(`${JSON.stringify(lineFor(thread, number))}\n`)) await once(child.stdin, "drain");
  })();
  for (let thread = 0; thread < THREADS; thread += 1) {
    const { value } = await answers.next();
    const answer: { threadId?: string; verdict?: string } = JSON.parse(String(value));
    if (answer.threadId !== `t${thread}` || answer.verdict === undefined) throw new Error(`not an answer: ${value}`);
  }
  await writing;
}

/** Ten steps a conversation, the last four rounds of it; one in fifty turns ends with a false report. */
function lineFor(thread: number, round: number): object {
  const messages: object[] = [{ role: "user", content: `Fix file ${thread} and run the tests.` }];
  for (let turn = Math.max(0, round - 4); turn <= round; turn += 1)
    messages.push(
      ...called(`e${turn}`, "edit_file", { path: `src/${thread}.ts`, oldText: "a", newText: `b${turn}` }, "edited"),
      ...called(
        `r${turn}`,
        "bash",
        { command: "npm test" },
        { exitCode: (thread + turn) % 50 === 0 ? 1 : 0, stdout: "3 tests" },
      ),
      { role: "assistant", content: `Done in round ${turn}. All tests pass.` },
      { role: "user", content: `And now part ${turn}.` },
    );
  return { threadId: `t${thread}`, messages: messages.slice(0, -1) };
}

function called(id: string, name: string, input: object, result: unknown): object[] {
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
  const content = typeof result === "string" ? result : JSON.stringify(result);
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content },
  ];
}

/** The time that the process had, whatever else the machine does. */
function ownSeconds(): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
