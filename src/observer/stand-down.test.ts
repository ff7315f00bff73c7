import { describe, expect, it } from "vitest";
import { thread, ThreadBuilder } from "../../test/support/thread-builder.ts";
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

/** The last words, as a host writes them in the agent's name. */
const closedByHost = (builder: ThreadBuilder, text: string): ThreadBuilder =>
  new ThreadBuilder([
    ...builder.deltas(),
    {
      v: 1,
      type: "inference:completed",
      message: {
        role: "assistant",
        id: "by-host",
        content: [{ type: "text", text }],
        stopReason: "end_turn",
        synthetic: true,
      },
    },
  ]);

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
  artefact: [
    ["the host's filler", worked().close("No response requested.")],
    ["words that the host wrote itself", closedByHost(worked().say("All tests pass."), "The line is dead.")],
  ],
  running: [
    ["tasks that the host counts", worked().close("Done."), { backgroundTasks: 2 }],
    [
      "a subagent in the background",
      worked().call("Task", { prompt: "look" }, { status: "background" }).close("I started a helper."),
    ],
    [
      "a command in the background that the agent waits for",
      worked().bash("npm run e2e", { background: true }).close("I am waiting for the tests to finish."),
    ],
  ],
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
  "plan-only": [
    [
      "a plan written down",
      thread()
        .user("Write a plan first, do not implement anything yet.")
        .create("/repo/docs/plan.md", "1. a")
        .close("Here it is."),
    ],
  ],
  "question-answered": [
    [
      "a question without edits",
      thread().user("Why does the build fail?").bash("npm run build", { exit: 1 }).close("The path is wrong."),
    ],
  ],
  "asks-person": [
    ["a question", worked().close("I changed the route. Should I keep the old one too?")],
    [
      "a choice",
      worked().close("Two ways are open:\n\nOption A: keep the cache.\nOption B: drop it.\n\nWhich one do you prefer?"),
    ],
    [
      "a choice without a question",
      worked().close("Option A: keep the cache.\nOption B: drop it.\n\nLet me know which one."),
    ],
    [
      "a plan to approve",
      worked().close("Here is my plan: first the parser, then the tests. I start once you approve it."),
    ],
  ],
  waiting: [["words that say so", worked().close("I am waiting for the deployment to finish.")]],
  "honest-blocker": [
    [
      "a blocker with its reason",
      worked().close("I could not run the migration because the database is not reachable."),
    ],
    ["a blocker whose reason stands by itself", worked().close("I can't finish this. The file is read-only.")],
  ],
};

/** What looks like it and must not: a false "done" behind it would go unseen. */
const NOT_QUIET: [string, ThreadBuilder, Circumstances?][] = [
  [
    "code written where only a plan was asked for",
    worked("Write a plan first, don't implement it yet.").close("Implemented, all tests pass."),
  ],
  [
    "code written beside the plan that was asked for",
    thread()
      .user("Write a plan first, don't implement it yet.")
      .create("/repo/docs/plan.md", "1. a")
      .edit("/repo/a.ts", "a", "b")
      .close("Implemented, all tests pass."),
  ],
  ["work that changes nothing", thread().user("Run the tests.").bash("npm test").close("All tests pass.")],
  ["a question that became work", worked("Why does the build fail?").close("Fixed. All tests pass.")],
  [
    "a subagent in the background that others came after",
    worked()
      .call("Task", { prompt: "look" }, { status: "background" })
      .bash("npm test", { output: "3 passed" })
      .close("Done, all tests pass."),
  ],
  [
    "words that begin with wait and ask for work",
    worked("wait, the test is missing, please add it").close("Added, all tests pass."),
  ],
  ["such words, however few", worked("wait, fix it").close("Fixed, all tests pass.")],
  [
    "a pasted log that names a read-only mode",
    worked("Fix this: error: use read-only or workspace-write").close("Fixed."),
  ],
  ["a plain success", worked().close("Done! All tests pass.")],
  ["an offer on top of a success", worked().close("All tests pass and the endpoint works. Want me to commit this?")],
  [
    "a development server left running",
    worked().bash("npm run dev", { background: true }).close("Done, all tests pass."),
  ],
  [
    "no tasks by the host's count",
    worked().bash("npm run dev", { background: true }).close("I wait for it."),
    { backgroundTasks: 0 },
  ],
  ["a question that led to edits", worked("Can you fix the failing test?").close("Fixed, everything passes.")],
  [
    "a blocker beside a claim of success",
    worked().close("All tests pass. I could not run the linter because it is not installed. The feature is complete."),
  ],
  [
    "a reason that stands by itself beside a claim of success",
    worked().close("Could not run the linter. The registry is down. All tests pass and the feature is complete."),
  ],
  [
    "a question quoted from the user",
    worked().close("You asked “why does it fail?”. It failed on a null. I fixed it and all tests pass."),
  ],
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

  it.each([
    "All tests pass.",
    "The build is clean.",
    "The linter is clean.",
    "The type checker reports no errors.",
    "All checks pass.",
    "I verified that it works.",
    "The feature is complete.",
    "I fixed the bug.",
    "It is deployed.",
  ])("does not take a blocker for the whole truth beside a claim of success: %s", (claim) => {
    expect(
      decide(worked().close(`${claim} I could not open the page because the browser is missing.`)),
    ).toBeUndefined();
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

  it.each([
    ["asks", worked().say("I changed the route. Should I keep the old one too?")],
    ["says that it waits", worked().say("I am waiting for the deployment to finish.")],
    ["says what it could not do", worked().say("I could not run it because the database is not reachable.")],
    ["has started a helper", worked().call("Task", { prompt: "look" }, { status: "background" })],
  ])("looks also at one whose agent %s meanwhile", (_, builder) => {
    expect(decide(builder, { trigger: "parallel" })).toBeUndefined();
  });

  it("calls an honest blocker blocked, and nothing else", () => {
    expect(decide(worked().close("I could not finish because the API key is missing."))?.isBlocked).toBe(true);
    expect(decide(worked().close("Done."), { backgroundTasks: 1 })?.isBlocked).toBe(false);
  });

  it("says what it saw in the agent's own words, and no more of them than a line", () => {
    expect(decide(worked().close("I changed it.\nShould I keep\nthe old one?"))?.detail).toBe(
      "“Should I keep the old one?”",
    );
    const long = decide(worked().close(`I could not finish because ${"the key is missing and ".repeat(20)}so on.`));
    expect(long?.detail).toHaveLength(122);
  });

  it("gives every rule a name of its own", () => {
    expect(new Set(STAND_DOWN_RULES.map((rule) => rule.name)).size).toBe(STAND_DOWN_RULES.length);
  });
});
