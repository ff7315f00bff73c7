import { execFileSync } from "node:child_process";
import process from "node:process";
import { afterEach, beforeEach, expect, onTestFailed, onTestFinished, test, type TestContext, vi } from "vitest";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import { baseEnvironment } from "./place.ts";
import type { AgentProgram, Place } from "./program.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { codex } from "./programs/codex.ts";
import { runAgent } from "./run-agent.ts";
import { LIES_ONCE, TASK } from "./stories.ts";
import { surroundings } from "./surroundings.ts";
import { serveTeam } from "./team-service.ts";

const around = surroundings();
let service: Awaited<ReturnType<typeof serveTeam>>;
beforeEach(async () => {
  service = await serveTeam();
});
afterEach(() => service.close());

const WAIT = { timeout: 20_000, interval: 100 };

test.for([claudeCode, codex])("$title reports its false done, and none of its words", async (program, context) => {
  const { place, command } = onMachine(program, context);
  await joinWithHook(program, place, command);
  expect(await work(program, place, command)).toHaveLength(1);

  await vi.waitFor(async () => expect(await service.rows("cases")).toHaveLength(2), WAIT);
  const common = { team: "default", agent: program.host, repository: "acme/shop" };
  expect(await service.rows("cases?verdict=correct")).toMatchObject([
    { ...common, judge: "evidence", finding: expect.stringMatching(/^claimed-/) },
  ]);
  expect(await service.rows("cases?verdict=ok")).toMatchObject([common]);
  expect(await service.rows("summary")).toMatchObject([{ stops: 2, corrections: 1, spoken: 1, met: 1 }]);
  expect(await service.rows("machines")).toMatchObject([{ reports: 2, silent: false }]);

  const said = wordsIn(TASK, JSON.stringify(LIES_ONCE), place.home, place.workspace);
  expect([...said]).toEqual(expect.arrayContaining(["median", "tests", "pass", "sorted"]));
  const sent = service.arrived.flatMap(({ body }) => (body === "" ? [] : valuesIn(JSON.parse(body))));
  expect(sent).toContain("acme/shop");
  expect(sent.filter((value) => [...wordsIn(value)].some((word) => said.has(word)))).toEqual([]);
});

/** All that Claude Code can be made to tell. */
const TELLS_ALL = {
  CLAUDE_CODE_ENABLE_TELEMETRY: "1",
  OTEL_LOGS_EXPORTER: "otlp",
  OTEL_LOGS_EXPORT_INTERVAL: "500",
  OTEL_LOG_USER_PROMPTS: "1",
  OTEL_LOG_ASSISTANT_RESPONSES: "1",
  OTEL_LOG_TOOL_DETAILS: "1",
};

test.for([
  { protocol: "http/json", type: "application/json", packing: {}, hooked: 0 },
  {
    protocol: "http/protobuf",
    type: "application/x-protobuf",
    packing: { OTEL_EXPORTER_OTLP_COMPRESSION: "gzip" },
    hooked: 1,
  },
])(
  "Claude Code tells of $hooked session with a hook as $protocol",
  async ({ protocol, type, packing, hooked }, context) => {
    const { place, command } = onMachine(claudeCode, context);
    if (hooked === 1) await joinWithHook(claudeCode, place, command);
    const told = {
      ...TELLS_ALL,
      ...packing,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: service.url,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${service.reportToken}`,
    };
    const telling = { ...claudeCode, environment: (at: Place) => ({ ...claudeCode.environment(at), ...told }) };
    await work(telling, place, command);
    const calls = around.server.received.filter(({ path }) => path.endsWith("/v1/messages"));

    const count = async () => (await service.rows("sessions")).reduce((sum, row) => sum + Number(row["requests"]), 0);
    await vi.waitFor(async () => expect(await count()).toBe(calls.length), WAIT);
    await vi.waitFor(async () => expect(await service.rows("cases")).toHaveLength(2 * hooked), WAIT);
    const [row] = await service.rows("sessions?model=claude-sonnet-4-5");
    expect(row).toMatchObject({ agent: "claude-code", sessions: 1, hookedSessions: hooked, unpricedRequests: 0 });
    expect(row?.["costUsd"]).toBeGreaterThan(0.01);
    expect(row?.["hookedCostUsd"]).toBeCloseTo(hooked * Number(row?.["costUsd"]), 9);

    const logs = service.arrived.filter(({ path }) => path === "/v1/logs");
    expect(new Set(logs.map((each) => each.type))).toEqual(new Set([type]));
    const arrived = logs.map(({ body }) => body).join("");
    const left = service.kept() + service.log();
    const words = [TASK, "Done! All tests pass.", "median.js"];
    expect(words.filter((word) => !arrived.includes(word))).toEqual([]);
    expect(words.filter((word) => left.includes(word))).toEqual([]);
  },
);

/** A machine with the agent, and with a remote that names a person and a password. */
function onMachine(program: AgentProgram, { task, skip }: TestContext): { place: Place; command: string } {
  task.meta.agent = { title: program.title, version: program.version, scenario: task.name };
  const found = installed(program);
  if (found.type === "missing") return skip(found.reason);
  const start = performance.now();
  onTestFinished(() => void (task.meta.durationMs = performance.now() - start));
  const place = around.placeFor(program);
  const git = ["remote", "add", "origin", "https://sam:secret@git.example.com/acme/shop.git"];
  execFileSync("git", git, { cwd: place.workspace, env: baseEnvironment(place, []) });
  return { place, command: found.command };
}

async function joinWithHook(program: AgentProgram, place: Place, command: string): Promise<void> {
  await coxIn(place, command, ["install", program.host, "--user", "--yes", "--observer", "none"]);
  await coxIn(place, command, ["team", "join", service.url, service.reportToken]);
}

/** Stays a while for what the next stop may leave. */
const SENDER = "cox-hook.cjs --send team";

/** What was said against the agent, which must have come to its end by itself. */
async function work(program: AgentProgram, place: Place, agent: string): Promise<readonly string[]> {
  const run = await runAgent({ program, command: agent, place, server: around.server, story: LIES_ONCE });
  onTestFailed(() => void process.stderr.write([run.out.slice(-3000), run.err.slice(-3000), service.log()].join("\n")));
  expect(run.ended).toBe("with 0");
  expect(run.left.filter((command) => !command.endsWith(SENDER))).toEqual([]);
  return run.objections;
}

/** Short ones stand in any text. */
function wordsIn(...texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length > 3));
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}
