import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useWorkplace } from "./workplace.ts";

const { cox, script, work } = useWorkplace();

/** No file is named, so that only an observer sees what is missing. */
const BOTH = "write both chapters, each to a file of its own";
/** Five calls and an edit, then a closing text that leaves the second file out. */
const LOOK = { tool: "list_files", input: {} };
const FIRST_FILE = { tool: "create_file", input: { path: "one.txt", content: "one\n" } };
const SECOND_FILE = { tool: "create_file", input: { path: "two.txt", content: "two\n" } };
const TURNS = [
  { say: "On it.", calls: [LOOK, LOOK, LOOK, LOOK, FIRST_FILE] },
  { say: "Done! Both files are there." },
  { when: { lastMessageFrom: "course-correction" }, say: "You are right.", calls: [SECOND_FILE] },
  { say: "Now both are there." },
];
const OBJECTION = { needsCorrection: true, message: "two.txt is missing, write it", confidence: 0.9, steps: [5] };
const USAGE = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 60 };

interface Event {
  type: string;
  delta?: { type: string };
  [key: string]: unknown;
}
const eventsOf = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
const deltasOf = (out: string) => eventsOf(out).flatMap((event) => (event.delta ? [event.delta.type] : []));

describe("cox run", () => {
  it("catches a missed request, the agent goes on, and the files are there", async () => {
    const model = script("agent", { turns: TURNS });
    const observer = script("observer", { decisions: [{ input: OBJECTION, usage: USAGE }] });
    const { code, out } = await cox("run", BOTH, "--model", model, "--observer", observer, "--json");
    expect(code).toBe(11);
    expect(readFileSync(work("two.txt"), "utf8")).toBe("two\n");
    expect(eventsOf(out).at(-1)).toMatchObject({
      type: "result",
      outcome: "ended",
      corrections: 1,
      closing: "Now both are there.",
    });
    expect(deltasOf(out).filter((type) => type.startsWith("course-correction"))).toEqual([
      "course-correction:usage-only",
      "course-correction",
    ]);
    const usage = JSON.parse((await cox("usage", "--json")).out) as { rows: object[] };
    expect(usage.rows).toMatchObject([
      { operationType: "inference", inputTokens: 0 },
      { operationType: "course-correction", calls: 1, inputTokens: 100, cachedInputTokens: 60 },
    ]);
  });

  it("says nothing when the observer is content, and records what it cost", async () => {
    const model = script("agent", { turns: TURNS });
    const content = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
    const observer = script("observer", { decisions: [{ input: content, usage: USAGE }] });
    const { code, out } = await cox("run", "write one.txt", "--model", model, "--observer", observer, "--json");
    expect(code).toBe(0);
    expect(deltasOf(out).filter((type) => type.startsWith("course-correction"))).toEqual([
      "course-correction:usage-only",
    ]);
  });

  it("does not ask again right away when a correction is answered with another false done", async () => {
    const turns = [
      ...TURNS.slice(0, 2),
      { when: { lastMessageFrom: "course-correction" }, say: "It is done, believe me." },
    ];
    const model = script("agent", { turns });
    const observer = script("observer", { decisions: [{ input: OBJECTION, usage: USAGE }] });
    const { code, out } = await cox("run", BOTH, "--model", model, "--observer", observer, "--json");
    expect(code).toBe(11);
    expect(eventsOf(out).at(-1)).toMatchObject({ corrections: 1, closing: "It is done, believe me." });
    const usage = JSON.parse((await cox("usage", "--json")).out) as { rows: object[] };
    expect(usage.rows).toMatchObject([
      { operationType: "inference", calls: 3 },
      { operationType: "course-correction", calls: 1 },
    ]);
  });

  it.each(["timeout", "http", "auth", "wrong-tool", "no-call", "invalid-arguments", "empty"])(
    "ends the turn as it would have when the observer fails with %s, and says so in the thread",
    async (fail) => {
      const model = script("agent", { turns: TURNS });
      const observer = script("observer", { decisions: [{ fail }] });
      const { code, out } = await cox("run", BOTH, "--model", model, "--observer", observer, "--json");
      expect(code).toBe(0);
      const note = eventsOf(out).find((event) => event.delta?.type === "course-correction:usage-only");
      expect(note).toMatchObject({
        delta: { verdict: { verdict: "unchecked", reason: expect.stringContaining(fail) } },
      });
    },
  );

  it("shows the card and the way there to a person", async () => {
    const model = script("agent", { turns: TURNS });
    const observer = script("observer", { decisions: [{ input: OBJECTION }] });
    const { out, err } = await cox("run", BOTH, "--model", model, "--observer", observer);
    expect(out).toContain("Coxswain inserted this message in your name");
    expect(out).toContain("two.txt is missing, write it");
    expect(out).toContain("create_file one.txt");
    expect(out).not.toContain("\u001b");
    expect(err).toContain("1 correction");
  });

  it("names the variables it looked for when there is no key", async () => {
    const { code, err } = await cox("run", "do something");
    expect(code).toBe(1);
    for (const name of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "XAI_API_KEY"])
      expect(err).toContain(name);
    expect(err.trim().split("\n")).toHaveLength(1);
  });

  it("says in one sentence that the model failed", async () => {
    const model = script("agent", { turns: [{ fail: "auth" }] });
    const { code, out } = await cox("run", "do something", "--model", model, "--observer", "none");
    expect(code).toBe(1);
    expect(out).toContain("was told to fail");
  });

  it("goes on with a thread", async () => {
    const model = script("agent", {
      turns: [{ say: "First." }, { when: { lastMessageContains: "more" }, say: "Second." }],
    });
    await cox("run", "begin", "--model", model, "--observer", "none");
    const { code, out } = await cox("run", "--resume", "last", "more", "--model", model, "--observer", "none");
    expect({ code, out }).toEqual({ code: 0, out: "Second.\n" });
    expect((await cox("threads", "last")).out).toMatch(/begin[\s\S]*First[\s\S]*more[\s\S]*Second/);
    expect(await cox("run", "--resume", "nobody", "x")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no thread"),
    });
  });

  it("goes on with the model that the thread was worked on, unless another is named", async () => {
    const model = script("agent", { turns: [{ say: "First." }, { say: "Second." }, { say: "never said" }] });
    const other = script("other", { turns: [{ say: "From another." }] });
    await cox("run", "begin", "--model", model, "--observer", "none");
    const { code, out, err } = await cox("run", "--resume", "last", "more", "--observer", "none");
    expect({ code, out }).toEqual({ code: 0, out: "Second.\n" });
    expect(err).toContain(model);
    const named = await cox("run", "--resume", "last", "more", "--model", other, "--observer", "none");
    expect(named.out).toBe("From another.\n");
  });

  it("says why there is nothing to go on with", async () => {
    const model = script("agent", { turns: [{ fail: "auth" }] });
    await cox("run", "begin", "--model", model, "--observer", "none");
    const { code, out, err } = await cox("run", "--resume", "last", "--model", model, "--observer", "none");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/nothing to go on with in thread \S+: its last turn failed\. Say how .* "MESSAGE"\.\n$/);
  });

  it("says that a thread is done when nobody says how it goes on", async () => {
    const model = script("agent", { turns: [{ say: "First." }] });
    await cox("run", "begin", "--model", model, "--observer", "none");
    const { code, out, err } = await cox("run", "--resume", "last", "--observer", "none");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/The last turn of thread \S+ is done\. Say how it goes on: cox run --resume \S+ "MESSAGE"\.\n/);
  });

  it("says what the project's file may not set", async () => {
    const model = script("agent", { turns: [{ say: "Hello." }] });
    writeFileSync(work(".coxswain.json"), JSON.stringify({ agent: { model: "openai/gpt-5" } }));
    const { code, err } = await cox("run", "hello", "--model", model, "--observer", "none");
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: .*\.coxswain\.json:1: "agent\.model" is ignored/);
  });
});

describe("cox demo", () => {
  it("catches the false done, needs no key, and leaves nothing behind", async () => {
    const { code, out } = await cox("demo", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      corrections: 1,
      message: expect.stringContaining("tests"),
      testsPassed: true,
    });
    expect(JSON.parse(out)).not.toHaveProperty("workspace");
  });

  it("tells machines where it leaves the workspace", async () => {
    const { workspace } = JSON.parse((await cox("demo", "--keep", "--json")).out) as { workspace: string };
    expect(existsSync(workspace)).toBe(true);
    rmSync(workspace, { recursive: true });
  });
});
