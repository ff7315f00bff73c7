import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { textOf } from "../../thread/message.ts";
import { fold } from "../../thread/reducer.ts";
import type { Command, Io } from "../command.ts";
import { command as handoff } from "./handoff.ts";
import { command as run } from "./run.ts";
import { command as threads } from "./threads.ts";
import { command as usage } from "./usage.ts";

let cwd: string;
let env: Record<string, string>;

beforeEach(async () => {
  cwd = temporaryDirectory();
  env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db"), COX_OBSERVER_MODEL: "none" };
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "src", "parse.ts"), "export {};\n");
  script({ decisions: [{ input: answer, usage: { inputTokens: 1200, outputTokens: 80 } }] });
  const deltas = new ThreadBuilder()
    .started(cwd, "coxswain")
    .user("move the parser")
    .edit("src/parse.ts", "a", "b")
    .close("Moved.")
    .deltas();
  const store = await openSqliteStore(join(cwd, "store.db"));
  await store.append("oldthread-1", deltas);
  await store.append("empty-thread", [
    { v: 1, type: "thread:started", threadId: "empty-thread", host: "coxswain", at: "2026-01-01T00:00:00Z" },
  ]);
  await store.close();
});

const answer = { relevantInformation: "I moved the parser.", relevantFiles: ["src/parse.ts", "src/gone.ts"] };

/** No model is named: a plan needs none. */
const planned = (args: string[]) => runCommand(handoff, args, { env, cwd });

describe("cox handoff", () => {
  it("asks no model where nobody can agree", async () => {
    script({ decisions: [{ fail: "auth" }] });
    await expect(cox(handoff, ["old", "test", "it"])).rejects.toThrow("there is nobody to ask.");
    expect(JSON.parse((await cox(usage, ["--json"])).out)).toMatchObject({ rows: [] });
  });

  it("shows the draft and what was left out, and creates nothing before the person agrees", async () => {
    const { code, out, err } = await cox(handoff, ["old", "test", "it"], { answers: ["n"] });
    expect(code).toBe(0);
    expect(out).toContain("This goes on from thread oldthread-1.\n\n@src/parse.ts\n\n");
    expect(out).toContain("> I moved the parser.\n\ntest it\n");
    expect(out).toContain("Left out: src/gone.ts, which does not exist.");
    expect(out).toContain("handoff 1.2k in 80 out");
    expect(err).toBe("Nothing was created.\n");
    expect(await threadIds()).toEqual(["oldthread-1", "empty-thread"]);
  });

  it("creates the thread with --yes, marks both in the list, and the new one is gone on with", async () => {
    script({
      decisions: [{ input: answer, usage: { inputTokens: 1200, outputTokens: 80 } }],
      turns: [{ when: { contains: "I moved the parser." }, say: "I read what I need." }],
    });
    const { code, out } = await cox(handoff, ["old", "write a test", "--yes"]);
    expect(code).toBe(0);
    const id = /Thread (\S+) was created\. Go on with: cox run --resume (\S+)\n/.exec(out)?.[1] ?? "";
    const list = (await cox(threads, [])).out;
    expect(list).toMatch(/^thread +changed \(UTC\) +deltas +handed off +request +in$/m);
    expect(list).toMatch(new RegExp(`^${id.slice(0, 8)} .* from oldthrea +write a test `, "m"));
    expect(list).toMatch(new RegExp(`^oldthrea .* to ${id.slice(0, 8)} +move the parser `, "m"));
    expect((await cox(threads, [id])).out).toContain("handed off from oldthrea: write a test");
    expect((await cox(threads, ["old"])).out).toContain(`handed off to ${id.slice(0, 8)}: write a test`);
    const resumed = await cox(run, ["--resume", id, "--model", "scripted/script.json"]);
    expect(resumed.out).toContain("I read what I need.");
    expect(resumed.code).toBe(0);
  });

  it("is written, and gone on with, by the model that the old thread was worked on with", async () => {
    const turns = [{ when: { contains: "I moved the parser." }, say: "I read what I need." }, { say: "Moved." }];
    script({ turns, decisions: [{ input: answer }] });
    await cox(run, ["move it", "--model", "scripted/script.json"]);
    const handed = await runCommand(handoff, ["last", "write a test", "--yes"], { env, cwd });
    expect(handed.code).toBe(0);
    // Handed on before anybody worked on it, it is still known whose it was.
    expect((await runCommand(handoff, ["last", "write another", "--yes"], { env, cwd })).code).toBe(0);
    const resumed = await cox(run, ["--resume", "last"]);
    expect(resumed.code).toBe(0);
    expect(resumed.out).toContain("I read what I need.");
  });

  it("starts a thread with a plan, with or without an old one, and the agent begins with it", async () => {
    writeFileSync(join(cwd, "plan.md"), "# Move it\n\n1. Move [the parser](src/parse.ts).\n");
    const { code, out } = await planned(["--plan", "plan.md", "--yes"]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Carry out this plan:\n\n# Move it\n/)]);
    script({ turns: [{ when: { lastMessageContains: "1. Move the parser (@src/parse.ts)." }, say: "Moved." }] });
    const resumed = await cox(run, ["--resume", "last", "--model", "scripted/script.json"]);
    expect([resumed.code, resumed.out]).toEqual([0, expect.stringContaining("Moved.")]);
    const related = await planned(["--plan", "plan.md", "old", "without", "tests", "--json"]);
    expect(JSON.parse(related.out)).toMatchObject({ created: false, from: "oldthread-1", goal: "without tests" });
    await expect(planned(["--plan", "plan.md", "--model", "scripted/x", "--yes"])).rejects.toThrow("no model is asked");
    await expect(planned(["--plan", "plan.md"])).rejects.toThrow("there is nobody to ask.");
  });

  it("creates nothing with a plan that is not complete, and says what it lacks", async () => {
    writeFileSync(join(cwd, "plan.md"), "# Move it\n\n1. Move the parser.\n2. TBD\n");
    const { code, err } = await planned(["--plan", "plan.md", "--yes"]);
    const message = "The plan plan.md is not complete.";
    expect(code).toBe(1);
    expect(err).toBe(`cox handoff: nothing was created. ${message}\n  Line 4 is still to be written: 2. TBD\n`);
    const { out } = await planned(["--plan", "plan.md", "--yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      code: "handoff.plan",
      message,
      created: false,
      problems: [expect.any(String)],
    });
  });

  it("is not offered for a session that an editor's agent had, nor is that listed", async () => {
    const store = await openSqliteStore(join(cwd, "store.db"));
    await store.append("session-1", new ThreadBuilder().started(cwd, "acp").user("theirs").close("Done.").deltas());
    await store.close();
    expect((await cox(threads, [])).out).not.toContain("theirs");
    expect((await cox(threads, ["session-1"])).out).toContain("theirs");
    await expect(cox(handoff, ["session-1", "go on", "--yes"])).rejects.toThrow('There is no thread "session-1".');
    await expect(cox(run, ["--resume", "session-1"])).rejects.toThrow('There is no thread "session-1".');
  });

  it("fits into a narrow list of threads, whatever they are about", async () => {
    await cox(handoff, ["old", "write a test ".repeat(20), "--yes"]);
    for (const columns of [40, 69, 70, 100]) {
      const { out } = await cox(threads, [], { io: { columns } });
      expect(out).toContain("oldthrea");
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
  });

  it("accounts the call under its own purpose, also when nothing is created", async () => {
    await cox(handoff, ["old", "go on", "--json"]);
    await cox(handoff, ["old", "go on", "--yes"]);
    const { rows } = JSON.parse((await cox(usage, ["--json"])).out) as { rows: unknown[] };
    expect(rows).toMatchObject([{ operationType: "handoff", calls: 2, inputTokens: 2400 }]);
  });

  it("gives machines one line, and creates only when told so", async () => {
    const draft = JSON.parse((await cox(handoff, ["old", "go on", "--json"])).out) as object;
    expect(draft).toMatchObject({ created: false, from: "oldthread-1", files: ["src/parse.ts"] });
    const created = JSON.parse((await cox(handoff, ["old", "go on", "--json", "--yes"])).out) as { threadId: string };
    expect(created).toMatchObject({ created: true, from: "oldthread-1" });
    expect(await threadIds()).toContain(created.threadId);
  });

  it("asks on a terminal: yes creates, no and going away do not, anything else is asked again", async () => {
    for (const [answers, created] of [
      [["y"], true],
      [["n"], false],
      [[undefined], false],
      [["what?", "", "yes"], true],
    ] as const) {
      const before = (await threadIds()).length;
      const { asked } = await cox(handoff, ["old", "go on"], { answers });
      expect(asked).toBe(answers.length);
      expect((await threadIds()).length - before).toBe(created ? 1 : 0);
    }
  });

  it("ends with 130 when the question is left with Ctrl-C", async () => {
    const interrupt = new AbortController();
    const ask = async () => {
      interrupt.abort();
      return undefined;
    };
    const { code, err } = await cox(handoff, ["old", "go on"], { io: { ask, signal: interrupt.signal } });
    expect({ code, err }).toEqual({ code: 130, err: "Nothing was created.\n" });
  });

  it("lets the person edit the draft in their editor before it is created", async () => {
    const editor = `${JSON.stringify(process.execPath)} "${writeEditor('text.replace("I moved", "I really moved")')}"`;
    const asked = await cox(handoff, ["old", "go on"], { answers: ["e", "y"], env: { EDITOR: editor } });
    expect(asked.out).toContain("> I really moved the parser.");
    expect(await newestMessage()).toContain("> I really moved the parser.\n\ngo on");
    const direct = await cox(handoff, ["old", "go further", "--edit", "--yes"], { env: { VISUAL: editor } });
    expect(direct.code).toBe(0);
    expect(await newestMessage()).toContain("> I really moved the parser.\n\ngo further");
  });

  it("creates nothing when the person empties the draft or the editor fails", async () => {
    const empties = `${process.execPath} ${writeEditor('""')}`;
    const emptied = await cox(handoff, ["old", "go on", "--edit", "--yes"], { env: { EDITOR: empties } });
    expect(emptied.err).toContain("the message is empty");
    const failing = cox(handoff, ["old", "go on", "--edit", "--yes"], { env: { EDITOR: "no-such-editor-here" } });
    await expect(failing).rejects.toThrow(/no-such-editor-here.*could not be used.*Nothing was created\./);
    await expect(failing, "it is no wrong usage").rejects.not.toHaveProperty("code");
    const kept = await cox(handoff, ["old", "go on"], { answers: ["e", "n"], env: { EDITOR: "no-such-editor-here" } });
    expect(kept.err).toContain("Set VISUAL or EDITOR");
    expect(await threadIds()).toHaveLength(2);
  });

  it("says it plainly when the thread is empty, unknown, or the model fails", async () => {
    expect(await cox(handoff, ["empty", "go on", "--yes"])).toMatchObject({
      code: 1,
      err: "cox handoff: nothing was created. Thread empty-thread is empty: there is nothing to hand off.\n",
    });
    await expect(cox(handoff, ["nothing", "go on"])).rejects.toMatchObject({ code: "usage" });
    await expect(cox(handoff, ["old"])).rejects.toMatchObject({ code: "usage" });
    script({ decisions: [{ fail: "auth" }] });
    const failed = await cox(handoff, ["old", "go on", "--yes"]);
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/^cox handoff: nothing was created\. scripted\/script\.json .*"auth"/);
    const asJson = await cox(handoff, ["old", "go on", "--yes", "--json"]);
    expect(asJson.err).toBe(failed.err);
    const message: unknown = expect.stringContaining("auth");
    expect(JSON.parse(asJson.out)).toMatchObject({ type: "error", code: "handoff.failed", message, created: false });
    expect(await threadIds()).toHaveLength(2);
  });
});

interface Person {
  readonly answers?: readonly (string | undefined)[];
  readonly env?: Record<string, string>;
  readonly io?: Partial<Io>;
}

async function cox(command: Command, args: string[], person: Person = {}) {
  let asked = 0;
  const model = command === handoff ? ["--model", "scripted/script.json"] : [];
  const ran = await runCommand(command, [...args, ...model], {
    env: { ...env, ...person.env },
    cwd,
    columns: 160,
    ...(person.answers ? { isTerminal: true, ask: async () => person.answers?.[asked++] } : {}),
    ...person.io,
  });
  return { ...ran, asked };
}

function script(content: object): void {
  writeFileSync(join(cwd, "script.json"), JSON.stringify(content));
}

/** An editor that changes the file by an expression over its `text`. */
function writeEditor(expression: string): string {
  const path = join(cwd, "my editor.mjs".replace(" ", expression === '""' ? "-" : " "));
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from "node:fs";
const file = process.argv.at(-1);
const text = readFileSync(file, "utf8");
writeFileSync(file, ${expression});
`,
  );
  return path;
}

async function threadIds(): Promise<string[]> {
  const store = await openSqliteStore(join(cwd, "store.db"));
  const ids = (await store.listThreads()).map(({ id }) => id);
  await store.close();
  return ids;
}

async function newestMessage(): Promise<string> {
  const store = await openSqliteStore(join(cwd, "store.db"));
  const threads = await store.listThreads();
  const newest = threads.find((thread) => thread.relations.some(({ relation }) => relation === "from"));
  const thread = fold((await store.read(newest?.id ?? "")).map(({ delta }) => delta));
  await store.close();
  return thread.messages.map(textOf).join("\n");
}
