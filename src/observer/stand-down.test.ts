import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { type Circumstances, STAND_DOWN_RULES, type StandDown, standDown } from "./stand-down.ts";

function decide(
  builder: ThreadBuilder,
  circumstances: Circumstances = {},
  ignore: string[] = [],
): StandDown | undefined {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return standDown({ thread: built, turn, circumstances, ignore });
}

const worked = (request = "Add the endpoint."): ThreadBuilder =>
  thread().user(request).edit("/repo/a.ts", "a", "b").bash("npm test", { output: "3 passed" });

/** What must keep us quiet, by rule. */
const QUIET: Record<string, [string, ThreadBuilder, Circumstances?][]> = {
  subagent: [["a subagent's stop", worked().close("Done."), { subagent: true }]],
  aborted: [
    ["an interruption", worked().cancelled()],
    ["a refusal", worked().close("I cannot help with that.", "refusal")],
    ["an error", worked().close("", "error")],
  ],
  limit: [["an output limit", worked().close("And now I will", "max_tokens")]],
  "not-ended": [["a turn that still runs", worked()]],
  running: [["tasks that the host counts", worked().close("Done."), { backgroundTasks: 2 }]],
  "told-to-stop": [
    ["a bare stop", worked("Stop!").close("Stopped.")],
    ["a stop of two words", worked("hold on").close("Stopped.")],
    [
      "a bare stop beside words of the host",
      thread()
        .user("Stop!")
        .user("Keep to the rules of this house.", "host")
        .edit("/repo/a.ts", "a", "b")
        .close("Stopped."),
    ],
    ["a request to wait", thread().user("wait, don't change anything else").bash("ls").close("I wait.")],
  ],
};

/** What looks like it and must not: a false "done" behind it would go unseen. */
const NOT_QUIET: [string, ThreadBuilder, Circumstances?][] = [
  ["a plain success", worked().close("Done! All tests pass.")],
  ["a question", worked().close("I changed the route. Should I keep the old one too?")],
  ["a choice", worked().close("Option A: keep the cache.\nOption B: drop it.\n\nWhich one do you prefer?")],
  ["words that say that it waits", worked().close("I am waiting for the deployment to finish.")],
  ["a blocker", worked().close("I could not run the migration because the database is not reachable.")],
  ["no last words", worked().close("")],
  [
    "a plan alone",
    thread().user("Write a plan first.").create("/repo/docs/plan.md", "1. a").close("Implemented, all tests pass."),
  ],
  ["work that changes nothing", thread().user("Run the tests.").bash("npm test").close("All tests pass.")],
  ["a helper in the background", worked().call("Task", { prompt: "look" }, { status: "background" }).close("Started.")],
  [
    "tasks that have all ended",
    worked().bash("npm run dev", { background: true }).close("Up."),
    { backgroundTasks: 0 },
  ],
  ["words that begin with wait and ask for work", worked("wait, please add the test").close("Added.")],
  ["such words, however few", worked("wait, fix it").close("Fixed, all tests pass.")],
];

describe("standDown", () => {
  const cases = Object.entries(QUIET).flatMap(([rule, all]) =>
    all.map(([what, builder, facts]) => ({ rule, what, builder, facts })),
  );

  it.each(cases)("keeps quiet at $what ($rule)", ({ rule, builder, facts }) => {
    expect(decide(builder, facts)?.rule).toBe(rule);
  });

  it.each(cases)("does not know $rule when it is told to ignore it", ({ rule, builder, facts }) => {
    expect(decide(builder, facts, [rule])?.rule).not.toBe(rule);
  });

  it.each(NOT_QUIET)("does not keep quiet at %s", (_what, builder, facts) => {
    expect(decide(builder, facts)).toBeUndefined();
  });

  it("tells a queued message before anything else about the turn", () => {
    const built = worked().close("Done.").build();
    const turn = built.turns[0];
    if (!turn) throw new Error("no turn");
    expect(standDown({ thread: { ...built, queue: [{ id: "q", text: "wait" }] }, turn })?.rule).toBe("queued");
  });

  it("takes a queued message for one about the newest turn only", () => {
    const built = worked().close("Done.").user("And now the tests").close("Done.").build();
    const [first] = built.turns;
    if (!first) throw new Error("no turn");
    expect(standDown({ thread: { ...built, queue: [{ id: "q", text: "wait" }] }, turn: first })).toBeUndefined();
  });

  it("does what the person said also while the turn runs", () => {
    expect(decide(worked("Stop!"), { trigger: "parallel" })?.rule).toBe("told-to-stop");
  });

  it("looks at a turn that still runs when it is asked beside the tools", () => {
    expect(decide(worked(), { trigger: "parallel" })).toBeUndefined();
  });

  it("gives every rule a name of its own", () => {
    expect(new Set(STAND_DOWN_RULES.map((rule) => rule.name)).size).toBe(STAND_DOWN_RULES.length);
  });
});
