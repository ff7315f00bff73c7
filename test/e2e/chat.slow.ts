import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { isAlive } from "../support/is-alive.ts";
import { hasTmux, openTerminal, PROMPT, type Terminal, type TerminalOptions } from "../support/terminal.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { packedEnvironment, runCox } from "./run-cox.ts";

let home: string;
let workspace: string;
const terminals: Terminal[] = [];
const programs: number[] = [];

beforeEach(() => {
  home = temporaryDirectory();
  workspace = join(home, "project");
  mkdirSync(workspace);
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.close();
  // Without its terminal the program has to end, once it has kept what it was at.
  await vi.waitUntil(() => !programs.some(isAlive), { timeout: 10_000 });
  programs.length = 0;
});

interface Chatting extends Partial<Omit<TerminalOptions, "cwd">> {
  readonly script: object;
  readonly args?: readonly string[];
}

/** Starts the packed program in a terminal of its own, with this script as agent and as observer. */
async function chat({ script, args = [], ...options }: Chatting): Promise<Terminal> {
  writeFileSync(join(home, "script.json"), JSON.stringify(script));
  const terminal = await openTerminal({
    ...options,
    cwd: workspace,
    env: { ...packedEnvironment(), HOME: home, ...options.env },
  });
  terminals.push(terminal);
  await start(terminal, args);
  return terminal;
}

/** The program writes its process id first, so that a test can send it a signal. */
async function start(terminal: Terminal, args: readonly string[] = []): Promise<void> {
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const models = ["--model", "scripted/../script.json", "--observer", "scripted/../script.json"];
  const line = [process.execPath, program, "chat", ...models, ...args].join(" ");
  writeFileSync(join(home, "start"), `echo $$ > ${home}/pid\nexec ${line}\n`);
  await terminal.type("clear; sh ../start; echo ended with $?");
  await terminal.press("Enter");
  await terminal.until((seen) => /^waiting|^thinking|^running/m.test(seen) && readsKeys(terminal));
  programs.push(processId());
}

function processId(): number {
  return Number(readFileSync(join(home, "pid"), "utf8"));
}

/** A terminal that still reads lines would make a new line of Enter. The program switches both on together, after it has drawn. */
function readsKeys(terminal: Terminal): boolean {
  const sent = terminal.sent();
  return sent.lastIndexOf("\u001b[?2004h") > sent.lastIndexOf("\u001b[?2004l");
}

/** As wide as the window is now: the program has heard of its size. */
function showsDraft(seen: string, draft: string, columns: number): boolean {
  return seen.includes(`\n> ${draft.slice(0, columns - 3)}`.trimEnd().concat("\n"));
}

async function say(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.press("Enter");
}

/** The shell is there again, reads lines and echoes them, and nothing of ours is left switched on. */
async function expectUsable(terminal: Terminal): Promise<void> {
  await terminal.until(PROMPT);
  await say(terminal, "echo back-$((40 + 2)); stty -a | grep -c -e ' icanon' -e ' echo '");
  await terminal.until(/^back-42\n[1-9]$/m);
  expect(await terminal.cursorShown()).toBe(true);
  expect(readsKeys(terminal)).toBe(false);
}

function sizes(...all: [columns: number, rows: number][]): [number, number][] {
  return all;
}

/** A call that lasts until the test lets it end. */
const held = { tool: "bash", input: { command: "echo holding on; until [ -e go ]; do sleep 0.05; done; echo let go" } };
const letGo = () => writeFileSync(join(workspace, "go"), "");

const falseDone = {
  turns: [
    {
      say: "I will make the file.",
      calls: [
        { tool: "create_file", input: { path: "greeting.txt", content: "hello\nworld\n" } },
        { tool: "edit_file", input: { path: "greeting.txt", oldText: "world", newText: "boat" } },
        { tool: "read_file", input: { path: "greeting.txt" } },
        { tool: "bash", input: { command: "ls nowhere" } },
        { tool: "list_files", input: {} },
      ],
      usage: { inputTokens: 1200, outputTokens: 80 },
    },
    { when: { lastMessageFrom: "tool" }, say: "Done!" },
    { when: { lastMessageFrom: "course-correction" }, say: "You are right, I had not listed it." },
  ],
  decisions: [
    {
      when: { tool: "course_correct" },
      input: { needsCorrection: true, message: "you did not add it to the index", confidence: 0.95, steps: [1] },
      usage: { inputTokens: 900, outputTokens: 30 },
    },
  ],
};

describe.skipIf(!hasTmux)("cox chat in a terminal (skipped where tmux is not installed)", () => {
  it("shows calls, a small diff, an exit code and the correction card, and ends cleanly", async () => {
    const terminal = await chat({ script: falseDone, rows: 40 });
    await say(terminal, "make a greeting and add it to the index");
    const screen = await terminal.until((seen) => seen.includes("I had not listed it.") && /^waiting/m.test(seen));
    expect(screen).toContain("> make a greeting and add it to the index");
    expect(screen).toMatch(/▸ edit_file greeting.txt ok\n\s+- world\n\s+\+ boat/);
    expect(screen).toMatch(/▸ bash ls nowhere exit 2\n\s+ls: /);
    expect(screen).toMatch(
      /╭─+╮\n│ Coxswain inserted this message in your name +│\n│ +│\n│ you did not add it to the index +│\n╰─+╯/,
    );
    expect(screen).toMatch(/^waiting · agent 1.2k in 80 out · observer 900 in 30 out$/m);
    expect(await terminal.coloured()).toMatch(/\u001b\[38;5;208m╭/);
    expect(readFileSync(join(workspace, "greeting.txt"), "utf8")).toBe("hello\nboat\n");
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
    expect(await terminal.screen()).toMatch(/cox chat --resume [0-9a-f-]{36} goes on/);
    await expectUsable(terminal);
  });

  it("says everything without colour in 40 columns", async () => {
    const terminal = await chat({ script: falseDone, columns: 40, rows: 50, env: { NO_COLOR: "1" } });
    await say(terminal, "make a greeting and index it");
    const screen = await terminal.until((seen) => seen.includes("I had not listed it.") && /^waiting/m.test(seen));
    expect(screen).toMatch(/╭─{38}╮\n│ Coxswain inserted this message in +│/);
    expect(screen).toContain("- world");
    await terminal.press("C-c", "C-c");
    await terminal.until("ended with 0");
    expect(terminal.sent()).not.toMatch(/\u001b\[[\d;:]*m/);
    await expectUsable(terminal);
  });

  it("cancels what is under way with Esc, and goes on when the person writes again", async () => {
    const script = {
      turns: [
        { when: { lastMessageContains: "start" }, calls: [held] },
        { when: { lastMessageContains: "again" }, say: "Here I am." },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "start");
    await terminal.until((seen) => seen.includes("holding on") && /^running 1/m.test(seen));
    await terminal.press("Escape");
    const screen = await terminal.until(/^waiting/m);
    expect(screen).toMatch(/▸ bash .* interrupted/);
    expect(screen).toMatch(/^Cancelled/m);
    await say(terminal, "again");
    await terminal.until("Here I am.");
  });

  it("queues what is written meanwhile: shown with numbers, changed, dropped, then sent in turn", async () => {
    const script = {
      turns: [
        { when: { lastMessageContains: "start" }, calls: [held] },
        { when: { toolResult: { contains: "let go" }, lastMessageFrom: "tool" }, say: "The first is done." },
        { when: { lastMessageContains: "second" }, say: "The second is done." },
        { when: { lastMessageContains: "third" }, say: "This is never said." },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "start");
    await terminal.until("holding on");
    await say(terminal, "and the secnd");
    await say(terminal, "and the third");
    await terminal.until(/queued 1\. and the secnd\nqueued 2\. and the third/);
    await say(terminal, "/edit 1 and the second");
    await say(terminal, "/drop 2");
    await terminal.until((seen) => /queued 1\. and the second$/m.test(seen) && !seen.includes("queued 2."));
    letGo();
    const screen = await terminal.until("The second is done.");
    expect(screen).toMatch(/The first is done\.\n\n> and the second\n\nThe second is done\./);
    expect(screen).not.toContain("queued");
  });

  it("sends at once with Alt-Enter, takes a paste of several lines as one message, and calls it back with Up", async () => {
    const script = {
      turns: [
        { when: { lastMessageContains: "start" }, calls: [held] },
        { when: { lastMessageContains: "one\ntwo" }, say: "I read two lines." },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "start");
    await terminal.until("holding on");
    await terminal.paste("one\ntwo");
    await terminal.until(/^> one\n {2}two$/m);
    await terminal.press("M-Enter");
    await terminal.until((seen) => seen.includes("I read two lines.") && /^waiting/m.test(seen));
    expect(await terminal.screen()).toMatch(/^Cancelled/m);
    await terminal.press("Up");
    await terminal.until(/I read two lines\.\n\n> one\n {2}two\nwaiting/);
  });

  it("leaves a sane screen when the window changes its size in the middle", async () => {
    const words = "This paragraph is long enough to take several rows of a narrow window while it is being written. ";
    const script = {
      // What is drawn between a change and the news of it lands on what was broken anew: the fewer drawings the better.
      pieceLength: 48,
      turns: [{ say: [words.repeat(6), "", words.repeat(6), "That is the end of it."], pieceDelayMs: 120 }],
    };
    const terminal = await chat({ script });
    await terminal.type("write");
    await terminal.press("Enter");
    await terminal.until(/^answering/m);
    const draft = "A message of which several rows are shown in a narrow window.";
    await terminal.type(draft);
    for (const [columns, rows] of sizes([40, 24], [30, 10], [100, 30], [24, 24], [80, 24])) {
      await terminal.resize(columns, rows);
      await terminal.until(
        (seen) => showsDraft(seen, draft, columns) && seen.match(/^(answering|waiting)/gm)?.length === 1,
      );
    }
    await terminal.until((seen) => seen.includes("That is the end of it.") && /^waiting/m.test(seen));
    const everything = await terminal.scrollback();
    expect(everything.match(/^(thinking|answering|waiting)/gm)).toEqual(["waiting"]);
    expect(everything.match(/^> write$/gm)).toHaveLength(1);
    const story = everything.replaceAll(/\s+/g, " ");
    expect(story.split(words.trim()).length - 1).toBeGreaterThanOrEqual(12);
  });

  it("leaves no trace of the old frame and all that was printed when the window gets smaller", async () => {
    const terminal = await chat({ script: { turns: [] } });
    await say(terminal, "/help");
    await terminal.until("Ctrl-C twice");
    const draft = `Now ${"a rather long message that is still being written while the window changes ".repeat(2).trim()}`;
    await terminal.type(draft);
    for (const [columns, rows] of sizes([80, 14], [60, 24], [40, 24], [100, 24], [60, 24], [80, 24])) {
      await terminal.resize(columns, rows);
      await terminal.until((seen) => showsDraft(seen, draft, columns));
    }
    const everything = await terminal.scrollback();
    expect(everything.match(/> Now/g)).toHaveLength(1);
    expect(everything.match(/^waiting/gm)).toHaveLength(1);
    expect(everything.match(/Ctrl-C twice/g)).toHaveLength(1);
  });

  it("survives a terminal that is hardly there", async () => {
    const terminal = await chat({ script: falseDone, columns: 24, rows: 6 });
    await say(terminal, "go");
    await terminal.until((seen) => /^waiting/m.test(seen) && seen.includes("listed"));
    expect(await terminal.scrollback()).toContain("╭──────────────────────╮");
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
  });

  it("survives 10,000 lines of a command and 10,000 lines of a model", { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `row ${index + 1} of very many`);
    const script = {
      turns: [
        { calls: [{ tool: "bash", input: { command: "seq 1 10000; exit 3" } }] },
        { when: { lastMessageFrom: "tool" }, say: [...rows, "That was all."] },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "count");
    await terminal.until((seen) => seen.includes("That was all.") && /^waiting/m.test(seen), 50_000);
    const everything = await terminal.scrollback();
    expect(everything.match(/^row .*$/gm)).toEqual(rows);
    expect(everything).toMatch(/▸ bash seq 1 10000; exit 3 exit 3\n {2}9997\n/);
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
    await expectUsable(terminal);
  });

  it("gives the terminal back when it is told to end, and stops what runs", async () => {
    // The sum is only on the screen once the shell runs, and its trap with it; the command itself is shown before.
    const command = "trap 'echo stopped > stopped; exit' TERM; echo holding $((40 + 2)); while :; do sleep 0.05; done";
    const terminal = await chat({ script: { turns: [{ calls: [{ tool: "bash", input: { command } }] }] } });
    await say(terminal, "start");
    await terminal.until("holding 42");
    process.kill(processId(), "SIGTERM");
    await terminal.until("ended with 143");
    // It is told to end before we do, and may take a moment longer.
    await expect.poll(() => existsSync(join(workspace, "stopped")), { timeout: 5_000 }).toBe(true);
    await expectUsable(terminal);
  });

  it("gives the terminal back when it crashes", async () => {
    const crash = join(home, "crash.mjs");
    writeFileSync(crash, 'process.on("SIGUSR2", () => { throw new Error("a bug of ours"); });\n');
    const terminal = await chat({ script: { turns: [] }, env: { NODE_OPTIONS: `--import=${crash}` } });
    process.kill(processId(), "SIGUSR2");
    expect(await terminal.until(/ended with [1-9]/)).toContain("a bug of ours");
    await expectUsable(terminal);
  });

  it("goes on with a thread: shows where it stood, and what was queued can still be sent", async () => {
    const script = {
      turns: [
        { when: { lastMessageContains: "first" }, say: "I begin.", calls: [held] },
        { when: { lastMessageContains: "second" }, say: "The second is done." },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "do the first");
    await terminal.until("holding on");
    await say(terminal, "then the second");
    await terminal.until("queued 1.");
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
    await start(terminal, ["--resume", "last"]);
    const screen = await terminal.until("queued 1. then the second");
    expect(screen).toMatch(/> do the first\n\nI begin\.\n\n▸ bash .* interrupted/);
    await terminal.press("Enter");
    expect(await terminal.until("The second is done.")).not.toContain("queued");
  });

  it("keeps nothing of a chat in which nobody said anything", async () => {
    const terminal = await chat({ script: { turns: [] } });
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
    expect(await terminal.screen()).not.toContain("--resume");
    const { out } = await runCox(["threads", "--json"], { cwd: workspace, env: { HOME: home } });
    expect(out).toBe("[]\n");
  });

  it("hands off: shows what the new thread will begin with, lets it be changed, and goes on there", async () => {
    writeFileSync(join(workspace, "notes.txt"), "notes\n");
    const script = {
      turns: [
        { when: { lastMessageContains: "look around" }, say: "I have looked around." },
        { when: { lastMessageContains: ["notes.txt", "write the docs, in English"] }, say: "I go on from here." },
      ],
      decisions: [
        {
          when: { tool: "create_handoff" },
          input: { relevantInformation: "I know the notes.", relevantFiles: ["notes.txt", "gone.txt"] },
        },
      ],
    };
    const terminal = await chat({ script });
    await say(terminal, "look around");
    await terminal.until((seen) => seen.includes("I have looked around.") && /^waiting/m.test(seen));
    await say(terminal, "/handoff write the docs");
    const draft = await terminal.until("Enter creates it, Esc drops it.");
    expect(draft).toContain("gone.txt");
    expect(draft).toMatch(/> I know the notes\.\n\s*\n {2}write the docs/);
    await say(terminal, ", in English");
    const screen = await terminal.until((seen) => seen.includes("I go on from here.") && /^waiting/m.test(seen));
    expect(screen).toContain("@notes.txt");
    await say(terminal, "/quit");
    await terminal.until("ended with 0");
    await expectUsable(terminal);
  });
});

describe("cox chat without a terminal", () => {
  it("says in one sentence what to use instead, and ends with 2", async () => {
    const result = await runCox(["chat", "hello"], { cwd: workspace, env: { HOME: home } });
    expect(result).toEqual({
      code: 2,
      out: "",
      err: 'cox chat needs a terminal to talk at; without one, use cox run "TASK".\n',
    });
  });
});
