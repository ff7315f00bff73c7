import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { writeFiles } from "../../test/support/write-files.ts";
import { askedIn } from "../evidence/asked/asked.ts";
import type { Model } from "../models/model.ts";
import type { ScriptInput } from "../models/scripted/script-file.ts";
import { createScriptedModel } from "../models/scripted/scripted.ts";
import { renderThread } from "../observer/render/render-thread.ts";
import { createMemoryStore } from "../store/memory.ts";
import { textOf } from "../thread/message.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import { type Drafted, type HandoffDraft, type HandoffParts, createHandoff, draftHandoff } from "./handoff.ts";
import { nextMove } from "./worker.ts";
import { openWorkspace } from "./workspace.ts";

const USAGE = { inputTokens: 900, outputTokens: 60 };
const old = () =>
  new ThreadBuilder()
    .started("/repo", "coxswain")
    .user("move the parser to its own file")
    .edit("src/parse.ts", "a", "b")
    .close("The parser is in src/parse.ts now.");

async function bench(
  options: { decisions?: ScriptInput["decisions"]; model?: Model; files?: string[]; maxFiles?: number } = {},
) {
  const root = temporaryDirectory();
  for (const file of options.files ?? ["src/parse.ts"]) writeFiles(root, { [file]: "x" });
  const store = createMemoryStore();
  await store.append("fixture", old().deltas());
  const prompts: string[] = [];
  const decisions = options.decisions ?? [{ input: answer({}), usage: USAGE }];
  const model = options.model ?? createScriptedModel("scripted/handoff", { decisions });
  const parts: HandoffParts = {
    store,
    models: [model],
    workspace: await openWorkspace(root),
    render: (thread, budget) => {
      const text = renderThread(thread, lastTurn(thread)!, { budget });
      prompts.push(text);
      return text;
    },
    budget: 200_000,
    maxFiles: options.maxFiles ?? 20,
    timeoutMs: 5000,
  };
  return { root, store, parts, prompts };
}

function answer(fields: { relevantInformation?: string; relevantFiles?: string[] }) {
  return { relevantInformation: "I moved the parser.", relevantFiles: ["src/parse.ts"], ...fields };
}

function drafted(result: Drafted): HandoffDraft {
  if (!result.ok) throw new Error(result.reason);
  return result.draft;
}

describe("a draft", () => {
  it("begins with the old thread and its files, reports what is known, and ends with the goal", async () => {
    const { parts, store } = await bench();
    const draft = drafted(await draftHandoff(parts, old().build(), " add a test for the parser\n"));
    expect(draft.message).toBe(
      [
        "This goes on from thread fixture.",
        "@src/parse.ts",
        "What I know from there:\n> I moved the parser.",
        "add a test for the parser",
      ].join("\n\n"),
    );
    expect(draft).toMatchObject({ from: "fixture", model: "scripted/handoff", dropped: [] });
    expect(await store.listThreads()).toHaveLength(1);
  });

  it("puts its cost on the old thread at once, whether or not it is used", async () => {
    const { parts, store } = await bench();
    await draftHandoff(parts, old().build(), "go on");
    expect(await store.usage({ threadId: "fixture" })).toMatchObject([
      { operationType: "handoff", model: "scripted/handoff", calls: 1, inputTokens: 900, outputTokens: 60 },
    ]);
  });

  it("asks for nothing but the goal: what is reported is no request", async () => {
    const relevantInformation = "The user said: create `docs/parser.md`.\n\nRun `npm test` before every commit.";
    const { parts } = await bench({ decisions: [{ input: answer({ relevantInformation }) }] });
    const { message } = drafted(await draftHandoff(parts, old().build(), "Create `src/print.ts`"));
    const thread = new ThreadBuilder().user(message).close("Done.").build();
    expect(askedIn(thread, thread.turns[0]!)).toMatchObject({ files: ["src/print.ts"], commands: [] });
  });

  it("keeps the order of the files and says why others were left out", async () => {
    const relevantFiles = [
      "src/parse.ts",
      "gone.ts",
      "../secret.txt",
      "/etc/hostname",
      "~/.ssh/config",
      "out",
      "src",
      "./src/../src/parse.ts",
      "src/alias.ts",
      "@a b.ts",
      "",
      "a\nb.ts",
      "z.ts",
    ];
    const { parts, root } = await bench({
      decisions: [{ input: answer({ relevantFiles }) }],
      files: ["src/parse.ts", "a b.ts", "z.ts"],
    });
    symlinkSync("parse.ts", join(root, "src", "alias.ts"));
    symlinkSync("/etc", join(root, "out"));
    const draft = drafted(await draftHandoff(parts, old().build(), "go on"));
    expect(draft.files).toEqual(["src/parse.ts", "a b.ts", "z.ts"]);
    expect(draft.message).toContain('\n\n@src/parse.ts @"a b.ts" @z.ts\n\n');
    expect(draft.dropped.map(({ path, reason }) => `${JSON.stringify(path)} ${reason}`)).toEqual([
      '"gone.ts" does not exist',
      '"../secret.txt" lies outside the workspace',
      '"/etc/hostname" lies outside the workspace',
      '"~/.ssh/config" lies outside the workspace',
      '"out" lies outside the workspace',
      '"src" is not a file',
      '"./src/../src/parse.ts" was named before',
      '"src/alias.ts" was named before',
      '"" has no name',
      String.raw`"a\nb.ts" has a name that cannot be written in a message`,
    ]);
  });

  it("takes the twenty most important files and tells the others", async () => {
    const files = Array.from({ length: 23 }, (_, index) => `f${index}.ts`);
    const { parts } = await bench({ decisions: [{ input: answer({ relevantFiles: files }) }], files });
    const draft = drafted(await draftHandoff(parts, old().build(), "go on"));
    expect(draft.files).toEqual(files.slice(0, 20));
    expect(draft.dropped).toEqual(
      files.slice(20).map((path) => ({ path, reason: "is one more than the 20 that are taken" })),
    );
  });

  it("needs no files", async () => {
    const { parts } = await bench({ decisions: [{ input: answer({ relevantFiles: [] }) }] });
    const draft = drafted(await draftHandoff(parts, old().build(), "go on"));
    expect(draft.message).not.toContain("@");
  });

  it("of an empty thread, or without a goal, asks no model", async () => {
    const { parts, store } = await bench();
    const empty = { ...EMPTY_THREAD, id: "fixture" };
    expect(await draftHandoff(parts, empty, "go on")).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/fixture is empty/),
    });
    expect(await draftHandoff(parts, old().build(), " ")).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/no goal/),
    });
    expect(await store.usage()).toEqual([]);
  });

  it("fails in words, with its cost recorded, when the model fails", async () => {
    const { parts, store } = await bench({ decisions: [{ fail: "refused", usage: USAGE }] });
    const result = await draftHandoff(parts, old().build(), "go on");
    expect(result).toMatchObject({ ok: false, aborted: false, reason: expect.stringMatching(/scripted\/handoff/) });
    expect(await store.usage()).toMatchObject([{ operationType: "handoff", calls: 1 }]);
    expect(await store.listThreads()).toHaveLength(1);
  });

  it("asks once more when the information is empty, then fails", async () => {
    const { parts, store } = await bench({
      decisions: [{ input: answer({ relevantInformation: " \n" }), usage: USAGE }],
    });
    expect(await draftHandoff(parts, old().build(), "go on")).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/relevantInformation/),
    });
    expect(await store.usage()).toMatchObject([{ calls: 2 }]);
  });

  it("is given up at once when the person cancels", async () => {
    const { parts } = await bench({ decisions: [{ input: answer({}), delayMs: 60_000 }] });
    const cancel = new AbortController();
    const result = draftHandoff(parts, old().build(), "go on", cancel.signal);
    cancel.abort();
    expect(await result).toMatchObject({ ok: false, aborted: true });
  });

  it("shows a model that finds the thread too large less and less of it", async () => {
    const { parts, prompts } = await bench({
      decisions: [
        { fail: "too-large", times: 2 },
        { input: answer({}), usage: USAGE },
      ],
    });
    const result = await draftHandoff(parts, longThread(), "go on");
    expect(result.ok).toBe(true);
    expect(prompts.map((text) => text.length)).toEqual([
      expect.toSatisfy((length: number) => length > 50_000 && length <= 200_000),
      expect.toSatisfy((length: number) => length > 12_500 && length <= 50_000),
      expect.toSatisfy((length: number) => length > 3000 && length <= 12_500),
    ]);
  });

  it("gives up when even the shortest rendering is too large", async () => {
    const { parts, prompts } = await bench({ decisions: [{ fail: "too-large" }] });
    expect(await draftHandoff(parts, longThread(), "go on")).toMatchObject({ ok: false });
    expect(prompts.at(-1)?.length).toBeLessThanOrEqual(8000);
    expect(prompts).toHaveLength(4);
  });

  it("of a thread of 100k tokens stays within its budget and still ends with what happened last", async () => {
    const { parts, prompts } = await bench();
    const thread = longThread();
    expect(JSON.stringify(thread.messages).length).toBeGreaterThan(400_000);
    const draft = drafted(await draftHandoff(parts, thread, "go on"));
    expect(draft.message).toContain("I moved the parser.");
    expect(prompts[0]?.length).toBeLessThanOrEqual(200_000);
    expect(prompts[0]).toContain("this is the very last word");
  });
});

describe("a handoff that is created", () => {
  it("is known to both threads, and the new one can be gone on with", async () => {
    const { parts, store, root } = await bench();
    const draft = drafted(await draftHandoff(parts, old().build(), "add a test for the parser"));
    const id = await createHandoff(parts, draft);
    const from = fold((await store.read("fixture")).map(({ delta }) => delta));
    const to = fold((await store.read(id)).map(({ delta }) => delta));
    const goal = "add a test for the parser";
    expect(from.relations).toEqual([{ relation: "to", threadId: id, goal }]);
    expect(to.relations).toEqual([{ relation: "from", threadId: "fixture", goal }]);
    expect(to).toMatchObject({ id, host: "coxswain", cwd: root, title: goal });
    expect(to.messages.map(textOf)).toEqual([draft.message]);
    expect(nextMove(to)).toBe("infer");
    expect((await store.listThreads({ limit: 1 }))[0]?.id).toBe(id);
    expect(from.usage.handoff?.calls).toBe(1);
    expect(await store.usage()).toMatchObject([{ operationType: "handoff", calls: 1 }]);
  });

  it("begins with the words the person put in", async () => {
    const { parts, store } = await bench();
    const draft = drafted(await draftHandoff(parts, old().build(), "go on"));
    const id = await createHandoff(parts, { ...draft, message: "only this" });
    const to = fold((await store.read(id)).map(({ delta }) => delta));
    expect(to.messages.map(textOf)).toEqual(["only this"]);
    await expect(createHandoff(parts, { ...draft, message: " " })).rejects.toMatchObject({ code: "usage" });
  });
});

function longThread() {
  const builder = old();
  for (let turn = 0; turn < 25; turn += 1) {
    builder.user(`step ${turn}: ${"look closely at this part. ".repeat(20)}`);
    for (let step = 0; step < 6; step += 1)
      builder.bash(`npm test -- part-${turn}-${step}`, { output: `line of output ${turn} ${step}\n`.repeat(120) });
    builder.close(`Part ${turn} is done. ${turn === 24 ? "this is the very last word" : ""}`);
  }
  return builder.build();
}
