import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { verdict } from "../../../test/contracts/store-samples.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { NOT_ENDED } from "../../decisions/asked-account.ts";
import type { VerdictRecord } from "../../store/records.ts";
import { gateVerdict } from "../../verdict.ts";
import { type Installed, lookAtRuns } from "./look-at-runs.ts";

const SESSION = "5f0c2a9e-3b1d-4f5e-9a77-1c2d3e4f5a6b";
const LATER_MS = 180_000;
let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

function file(name: string, text: string): string {
  const at = join(home, name);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
  return at;
}

/** Written ten minutes ago. */
function settings(host: string): string {
  const at = file(`${host}.json`, "{}");
  const then = Date.now() / 1000 - 600;
  utimesSync(at, then, then);
  return at;
}

/** Three minutes after the sessions ended. */
function look(decisions: readonly VerdictRecord[], change: Partial<Installed> = {}) {
  const host = change.host ?? "claude-code";
  const installed = { host, files: [settings(host)], project: undefined, isAbout: () => true, isOff: false, ...change };
  const now = Date.now() + LATER_MS;
  return lookAtRuns(installed, { home: { home, env: {} }, decisions, since: "2020-01-01T00:00:00.000Z", now });
}

function session(name: string, at: number, told = (it: ClaudeSession) => it.honestTurn()): void {
  const lines = told(new ClaudeSession({ session: name, at: new Date(at).toISOString() })).text();
  file(`.claude/projects/p/${name}.jsonl`, lines);
}

const decided = (fields: Partial<VerdictRecord>): VerdictRecord => ({
  ...verdict("v", { session: SESSION, threadId: SESSION }),
  at: new Date().toISOString(),
  ...fields,
});

it.each<[string, Partial<VerdictRecord>, string]>([
  ["a correction", {}, "corrected"],
  ["one in shadow", { injected: "shadow" }, "would have corrected"],
  ["a short turn", { verdict: gateVerdict("ok", "not looked at") }, "nothing to look at"],
  [
    "an objection not met",
    { verdict: { ...gateVerdict("ok", ""), judge: "evidence" }, unmet: "x" },
    "the objection was not met",
  ],
  [
    "an end while asking",
    { verdict: gateVerdict("unchecked", NOT_ENDED) },
    "a model was asked, and it was ended before",
  ],
])("tells when the hook last ran and with what end: %s", (_, fields, end) => {
  const [last] = look([decided({ id: "w-1", host: "claude-code" }), decided(fields)]);
  expect(last?.status).toBe("ok");
  expect(last?.detail).toContain(`claude-code: it last ran 3 min ago (session 5f0c2a9e…): ${end}`);
});

it("finds sessions since the installation in which it never ran, and says what may be the cause", () => {
  const now = Date.now();
  session("11111111-aaaa", now);
  session(SESSION, now);
  session("22222222-before", now - 3_600_000);
  session("33333333-no-work", now, (it) => it.user("Hello.").say("Hello."));
  session("44444444-open", now, (it) => it.user("Fix it.").work());
  const missed = {
    status: "warning",
    detail: expect.stringContaining("1 session of claude-code since it was installed, in which it never ran"),
  };
  const own = look([decided({})]);
  expect(own.slice(1)).toMatchObject([{ ...missed, mend: expect.stringContaining("Start the agent anew") }]);
  const shared = look([decided({})], { project: "/home/sam/shop" });
  expect(shared.slice(1)).toMatchObject([{ ...missed, mend: expect.stringContaining("desktop launcher") }]);
  expect(look([decided({})], { project: "/elsewhere", isAbout: () => false })).toHaveLength(1);
});

it("says that Codex's hooks keep the environment in which they began", () => {
  expect(look([], { host: "codex", isOff: true })).toMatchObject([{ detail: expect.stringContaining("a daemon") }]);
  expect(look([], { host: "codex" })).toMatchObject([
    { status: "note", detail: "codex: it has not run in the last 7 days" },
    {
      status: "note",
      detail: expect.stringContaining("COX_MODE=off"),
      mend: expect.stringContaining("cox config set mode off"),
    },
  ]);
});
