import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import type { Finding, Verdict } from "../verdict.ts";
import { type GuardLimits, limitsForAttempts, requestPermission, whyClosed } from "./guard.ts";
import { sameObjection, similarity } from "./same-objection.ts";

const limits: GuardLimits = { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 };
const now = new Date("2026-11-15T12:00:00Z");

function verdict(message: string, judge: Verdict["judge"] = "evidence", findings: Finding[] = []): Verdict {
  return {
    verdict: "correct",
    category: null,
    message,
    reason: "",
    confidence: 1,
    findings,
    steps: [],
    judge,
    usage: [],
    durationMs: 0,
  };
}
const finding = (id: string, subject: string): Finding => ({ id, subject, confidence: 1, message: "", steps: [] });
const objection = (message: string, state: string, judge: Verdict["judge"] = "evidence", requestId = "r1") => ({
  host: "claude-code",
  requestId,
  state,
  verdict: verdict(message, judge),
});

it("loads no cryptography: the hook asks for leave in a new process every time", () => {
  const [guard, store] = ["guard.ts", "../store/memory.ts"].map((file) => new URL(file, import.meta.url).href);
  const program = `
    const { requestPermission } = await import(${JSON.stringify(guard)});
    const { createMemoryStore } = await import(${JSON.stringify(store)});
    const [limits, objection] = ${JSON.stringify([limits, objection("run the tests", "state")])};
    const { granted } = await requestPermission(createMemoryStore(), limits, objection, new Date());
    const loaded = process.moduleLoadList.includes("NativeModule crypto");
    process.stdout.write(JSON.stringify([granted, loaded]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(JSON.parse(output)).toEqual([true, false]);
});

describe("the same objection", () => {
  const paraphrases: [string, string][] = [
    [
      "you never ran the tests after the last change to parser.ts, run them",
      "the tests were not run after you changed parser.ts, please run them now",
    ],
    [
      "I asked for the migration too, only the model changed",
      "the migration I asked for is missing, you changed the model only",
    ],
    [
      "don't delete that assertion in cart.test.ts, it caught a real regression",
      "put the assertion back in cart.test.ts, you deleted it",
    ],
    ["npm run lint still fails with 3 errors", "lint fails: there are still 3 errors in npm run lint"],
    ["README.md was not updated with the new flag", "you did not update README.md for the new flag"],
    [
      "you never ran the tests after the last change to parser.ts, run them, and say in the summary what they printed",
      "run the tests after the last change",
    ],
    ["the failing tests were skipped", "you skip a test that fails"],
    ["finish the placeholder in cart.ts", "you left a TODO comment in cart.ts"],
    ["you did not do it", "do it now"],
  ];
  const different: [string, string][] = [
    [
      "you never ran the tests after the last change to parser.ts, run them",
      "I asked for the migration too, only the model changed",
    ],
    ["npm run lint still fails with 3 errors", "README.md was not updated with the new flag"],
    ["the test in cart.test.ts is skipped now, un-skip it", "you said it builds, but the build exited with 1"],
    ["you did not create docs/api.md", "you did not create scripts/release.sh"],
    [
      "you never ran the tests after the last change to cart.ts",
      "you never ran the tests after the last change to tax.ts",
    ],
    ["you did not do it", "the migration is missing"],
  ];

  it.each(paraphrases)("is recognised in other words, whichever came first: %s", (left, right) => {
    expect(similarity(left, right)).toBeGreaterThanOrEqual(0.5);
    expect(sameObjection({ message: left, findings: [] }, verdict(right))).toBe(true);
    expect(sameObjection({ message: right, findings: [] }, verdict(left))).toBe(true);
  });

  it.each(different)("is not seen in another point: %s", (left, right) => {
    expect(sameObjection({ message: left, findings: [] }, verdict(right))).toBe(false);
  });

  it("is the same finding on the same thing, whatever the words", () => {
    const raised = { message: "alpha beta", findings: [{ id: "placeholder-left", subject: "a.ts" }] };
    expect(sameObjection(raised, verdict("gamma delta", "evidence", [finding("placeholder-left", "a.ts")]))).toBe(true);
    const two = { ...raised, findings: [...raised.findings, { id: "test-weakened", subject: "a.test.ts" }] };
    expect(sameObjection(two, verdict("gamma delta", "evidence", [finding("placeholder-left", "a.ts")]))).toBe(true);
    for (const other of [finding("placeholder-left", "b.ts"), finding("file-does-not-parse", "a.ts")])
      expect(sameObjection(raised, verdict("gamma delta", "evidence", [other]))).toBe(false);
  });

  it("is not another proof on the same thing, whatever words they share", () => {
    const message = "You say all tests pass, but the tests failed";
    const failed = verdict(message, "evidence", [{ ...finding("claimed-check-failed", "test"), message }]);
    const earlier = { message: "You say all tests pass, but the tests never ran", judge: "evidence" };
    const raised = (id: string) => ({ ...earlier, findings: [{ id, subject: "test" }] });
    expect(sameObjection(raised("claimed-check-never-ran"), failed)).toBe(false);
    expect(sameObjection(raised("claimed-check-failed"), failed)).toBe(true);
    expect(sameObjection({ ...raised("claimed-check-never-ran"), judge: "model" }, failed)).toBe(true);
  });

  it("is a finding that a model says in its own words, but none that the record holds beside what it says", () => {
    const raised = { message: "alpha beta", findings: [{ id: "placeholder-left", subject: "a.ts" }] };
    const lead = { ...finding("placeholder-left", "a.ts"), message: "there is a placeholder" };
    expect(sameObjection(raised, verdict("gamma delta", "model", [lead]))).toBe(true);
    expect(sameObjection(raised, verdict("gamma delta", "evidence", [lead]))).toBe(false);
  });
});

describe("the guard", () => {
  it("grants two corrections for one request and then tells the person once", async () => {
    const store = createMemoryStore();
    const ask = (message: string, state: string) => requestPermission(store, limits, objection(message, state), now);
    expect(await ask("alpha one", "1")).toMatchObject({ granted: true });
    expect(await ask("beta two", "2")).toMatchObject({ granted: true });
    expect(await ask("gamma three", "3")).toMatchObject({ granted: false, tell: true });
    expect(await ask("delta four", "4")).toMatchObject({ granted: false, tell: false });
    expect(await ask("epsilon five", "5")).toMatchObject({ granted: false, tell: false });
  });

  it("lets be said later what was found, but not said", async () => {
    const store = createMemoryStore();
    const found = (message: string, ...findings: Finding[]) => ({
      ...objection(message, message),
      verdict: verdict(message, "evidence", findings),
    });
    const tests = { ...finding("claim-never-run", "test"), message: "you never ran the tests" };
    const build = { ...finding("claim-never-run", "build"), message: "the build was not started" };
    const ask = (...findings: Finding[]) =>
      requestPermission(store, limits, found(findings[0]!.message, ...findings), now);
    expect(await ask(tests, build)).toMatchObject({ granted: true });
    expect(await ask({ ...tests, message: "run them at last" })).toMatchObject({
      granted: false,
      reason: "the same objection was raised before",
    });
    expect(await ask(build, tests)).toMatchObject({ granted: true });
  });

  it("says what is new although what was said before still holds", async () => {
    const store = createMemoryStore();
    const file = {
      ...finding("forbidden-action-done", "package.json"),
      message: "take your edit of package.json back",
    };
    const tests = { ...finding("claimed-check-failed", "test"), message: "the last run of the tests failed" };
    const found = (...findings: Finding[]) => {
      const correction = (left: readonly Finding[]) =>
        verdict(left.map(({ message }) => message).join(" "), "evidence", findings);
      return {
        ...objection("", String(findings.length)),
        verdict: correction(findings),
        leavingOut: (isSaid: (finding: Finding) => boolean) => {
          const left = findings.filter((each) => !isSaid(each));
          return left.length === 0 ? undefined : correction(left);
        },
      };
    };
    expect(await requestPermission(store, limits, found(file), now)).toMatchObject({ granted: true });
    expect(await requestPermission(store, limits, found(file, tests), now)).toMatchObject({
      granted: true,
      verdict: { message: tests.message },
    });
    expect(await store.readGuard("request:claude-code:r1")).toMatchObject({
      raised: [{ findings: [{ id: file.id }] }, { findings: [{ id: tests.id }], message: tests.message }],
    });
    const again = { ...limits, maxCorrections: 3 };
    expect(await requestPermission(store, again, { ...found(file, tests), state: "3" }, now)).toMatchObject({
      granted: false,
      reason: "the same objection was raised before",
    });
    const build = { ...finding("claimed-check-failed", "build"), message: "the build ended with an error" };
    expect(await requestPermission(store, again, found(file, tests, build), now)).toMatchObject({
      granted: true,
      verdict: { message: build.message },
    });
  });

  it("tells nobody what stays open while the agent is still at work", async () => {
    const store = createMemoryStore();
    const once = { ...limits, maxCorrections: 1 };
    const ask = (state: string, running: boolean) =>
      requestPermission(store, once, { ...objection(state, state), running }, now);
    await ask("alpha", true);
    expect(await ask("beta", true)).toMatchObject({ granted: false, tell: false });
    expect(await ask("gamma", false)).toMatchObject({ granted: false, tell: true });
    const spent = { ...limits, dailyLimit: 1 };
    const other = (running: boolean) => ({ ...objection("delta", "1", "evidence", "r2"), running });
    expect(await requestPermission(store, spent, other(true), now)).toMatchObject({ granted: false, tell: false });
    expect(await requestPermission(store, spent, other(false), now)).toMatchObject({ granted: false, tell: true });
  });

  it("lets a model speak once per request and evidence after it", async () => {
    const store = createMemoryStore();
    expect(await requestPermission(store, limits, objection("alpha one", "1", "model"), now)).toMatchObject({
      granted: true,
    });
    expect(await requestPermission(store, limits, objection("beta two", "2", "model"), now)).toMatchObject({
      granted: false,
    });
    expect(await requestPermission(store, limits, objection("gamma three", "3", "evidence"), now)).toMatchObject({
      granted: true,
    });
  });

  it("does not speak again when nothing changed", async () => {
    const store = createMemoryStore();
    await requestPermission(store, limits, objection("alpha one", "same"), now);
    expect(await requestPermission(store, limits, objection("beta two", "same"), now)).toMatchObject({
      granted: false,
      reason: "nothing changed since the last correction",
    });
  });

  it("starts anew with another request, and stops at the daily limit", async () => {
    const store = createMemoryStore();
    const daily = { ...limits, dailyLimit: 3 };
    const answers = [];
    for (let index = 0; index < 6; index += 1) {
      const later = new Date(Date.UTC(2026, 10, 15, index * 4));
      answers.push(await requestPermission(store, daily, objection("alpha", "1", "evidence", `r${index}`), later));
    }
    expect(answers.map((answer) => answer.granted)).toEqual([true, true, true, false, false, false]);
    expect(answers.map((answer) => !answer.granted && answer.tell)).toEqual([false, false, false, true, false, false]);
    const tomorrow = new Date("2026-11-16T00:00:00Z");
    expect(await requestPermission(store, daily, objection("beta", "2"), tomorrow)).toMatchObject({ granted: true });
  });

  it("counts what was said in a day, not what was refused: a limit that is raised makes room at once", async () => {
    const store = createMemoryStore();
    const ask = (dailyLimit: number, request: string) =>
      requestPermission(store, { ...limits, dailyLimit }, objection("alpha", "1", "evidence", request), now);
    await ask(1, "r1");
    for (const request of ["r1", "r1"]) await ask(2, request);
    for (const request of ["r2", "r3", "r4"]) await ask(1, request);
    expect(await ask(2, "r5")).toMatchObject({ granted: true });
    expect(await ask(2, "r6")).toMatchObject({ granted: false, tell: true });
    expect(await ask(2, "r7")).toMatchObject({ granted: false, tell: false });
  });

  it("leaves a request as it was when the day refuses: nothing was said about it", async () => {
    const store = createMemoryStore();
    const spent = { ...limits, dailyLimit: 0 };
    expect(await requestPermission(store, spent, objection("alpha", "1"), now)).toMatchObject({ granted: false });
    expect(await store.readGuard("request:claude-code:r1")).toEqual({ raised: [], told: false });
    const tomorrow = new Date("2026-11-16T12:00:00Z");
    expect(await requestPermission(store, limits, objection("alpha", "1"), tomorrow)).toMatchObject({ granted: true });
    await requestPermission(store, spent, objection("beta", "2"), tomorrow);
    expect(await store.readGuard("request:claude-code:r1")).toMatchObject({ raised: [{ message: "alpha" }] });
  });

  it("counts answers sent back and corrections each by themselves", async () => {
    const store = createMemoryStore();
    const [one, answers] = [{ ...limits, dailyLimit: 1 }, limitsForAttempts(3, 1)];
    const ask = (given: GuardLimits, request: string) =>
      requestPermission(store, given, objection("alpha", "1", "model", request), now);
    expect(await ask(answers, "r1")).toMatchObject({ granted: true });
    expect(await ask(one, "r2")).toMatchObject({ granted: true });
    expect(await ask(answers, "r3")).toMatchObject({ reason: "the daily limit of 1 answers sent back is reached" });
    expect(await ask(one, "r4")).toMatchObject({ reason: "the daily limit of 1 corrections is reached" });
  });

  it("tells of every answer that the day keeps from being sent back", async () => {
    const store = createMemoryStore();
    const attempts = limitsForAttempts(3, 0);
    for (const request of ["r1", "r2"])
      expect(await requestPermission(store, attempts, objection("alpha", "1", "model", request), now)).toMatchObject({
        granted: false,
        tell: true,
      });
  });

  it.each(["evidence", "model"] as const)("sends an answer back until its attempts are used up: %s", async (judge) => {
    const store = createMemoryStore();
    const whole = verdict("alpha", judge, [finding("request-not-done", "a.ts")]);
    const ask = (state: string) =>
      requestPermission(
        store,
        limitsForAttempts(3, 20),
        { ...objection("", state), verdict: whole, leavingOut: () => verdict("less", judge) },
        now,
      );
    expect(await ask("1")).toEqual({ granted: true, verdict: whole });
    expect(await ask("2")).toEqual({ granted: true, verdict: whole });
    expect(await ask("3")).toMatchObject({ granted: false, reason: "this request was corrected 2 times already" });
  });

  it.each([
    [{ maxCorrections: 0 }, "no correction is allowed for a request"],
    [{ maxByModel: 0 }, "no model may correct"],
  ])("does not speak of corrections that never were (%j)", async (fewer, reason) => {
    const answer = await requestPermission(
      createMemoryStore(),
      { ...limits, ...fewer },
      objection("a", "1", "model"),
      now,
    );
    expect(answer).toMatchObject({ granted: false, reason });
  });

  it("says no when its state cannot be read", async () => {
    const broken = { updateGuard: () => Promise.reject(new Error("disk full")) };
    const answer = await requestPermission(broken, limits, objection("alpha", "1"), now);
    expect(answer).toMatchObject({ granted: false, reason: expect.stringContaining("disk full"), tell: true });
    const store = createMemoryStore();
    for (const garbage of ["garbage", { raised: [], told: "no" }, { raised: [{}], told: false }]) {
      await store.updateGuard("request:claude-code:r1", () => garbage);
      expect(await requestPermission(store, limits, objection("alpha", "1"), now)).toMatchObject({ granted: false });
    }
  });

  it("never grants more than the limits, in any sequence of objections", async () => {
    const anyObjection = fc.record({
      requestId: fc.constantFrom("a", "b", "c"),
      message: fc.string({ maxLength: 30 }),
      state: fc.string({ maxLength: 2 }),
      judge: fc.constantFrom<Verdict["judge"]>("evidence", "model"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyObjection, { maxLength: 30 }), async (objections) => {
        const store = createMemoryStore();
        const granted = new Map<string, Verdict["judge"][]>();
        for (const { requestId, message, state, judge } of objections) {
          const answer = await requestPermission(store, limits, objection(message, state, judge, requestId), now);
          if (answer.granted) granted.set(requestId, [...(granted.get(requestId) ?? []), judge]);
        }
        for (const judges of granted.values()) {
          expect(judges.length).toBeLessThanOrEqual(2);
          expect(judges.filter((judge) => judge === "model").length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe("whether a model is worth asking", () => {
  const request = { host: "claude-code", requestId: "r1" };

  it("is said without taking anything", async () => {
    const store = createMemoryStore();
    expect(await whyClosed(store, limits, request, now)).toBeUndefined();
    expect(await store.readGuard("request:claude-code:r1")).toBeUndefined();
    await requestPermission(store, limits, objection("alpha", "1", "evidence"), now);
    expect(await whyClosed(store, limits, request, now)).toBeUndefined();
  });

  it.each<[string, Partial<GuardLimits>, Verdict["judge"]]>([
    ["a model has spoken on this request already", {}, "model"],
    ["this request was corrected once already", { maxCorrections: 1 }, "evidence"],
    ["the daily limit of 1 corrections is reached", { dailyLimit: 1 }, "evidence"],
  ])("no: %s", async (reason, fewer, judge) => {
    const store = createMemoryStore();
    await requestPermission(store, limits, objection("alpha", "1", judge), now);
    expect(await whyClosed(store, { ...limits, ...fewer }, request, now)).toBe(reason);
  });

  it("is left to the asking for leave where the state cannot be read: silence would pass for approval", async () => {
    const store = createMemoryStore();
    await store.updateGuard("request:claude-code:r1", () => "garbage");
    expect(await whyClosed(store, limits, request, now)).toBeUndefined();
  });
});
