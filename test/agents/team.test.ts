import { execFileSync } from "node:child_process";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, onTestFailed, test, vi } from "vitest";
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

describe.each([[claudeCode], [codex]])("$title, on a machine of a team", (program) => {
  scenario(program, "reports its false done, and none of its words", async (place, command) => {
    await cox(place, command, "install", program.host, "--user", "--yes", "--observer", "none");
    await cox(place, command, "team", "join", service.url, service.reportToken);
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

describe.each([
  ["http/json", "application/json", "", false],
  ["http/protobuf", "application/x-protobuf", "gzip", true],
])("Claude Code's own telemetry as %s", (protocol, type, packing, isHooked) => {
  scenario(
    claudeCode,
    `counts its sessions and cost, ${isHooked ? "with" : "without"} a hook`,
    async (place, command) => {
      if (isHooked) await cox(place, command, "install", claudeCode.host, "--user", "--yes", "--observer", "none");
      if (isHooked) await cox(place, command, "team", "join", service.url, service.reportToken);
      const told = {
        ...TELLS_ALL,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_ENDPOINT: service.url,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${service.reportToken}`,
        ...(packing && { OTEL_EXPORTER_OTLP_COMPRESSION: packing }),
      };
      const telling = { ...claudeCode, environment: (at: Place) => ({ ...claudeCode.environment(at), ...told }) };
      await work(telling, place, command);
      const calls = around.server.received.filter(({ path }) => path.endsWith("/v1/messages"));

      const count = async () => (await service.rows("sessions")).reduce((sum, row) => sum + Number(row["requests"]), 0);
      await vi.waitFor(async () => expect(await count()).toBe(calls.length), WAIT);
      const rows = await service.rows("sessions?model=claude-sonnet-4-5");
      expect(rows).toMatchObject([{ agent: "claude-code", sessions: 1, unpricedRequests: 0 }]);
      expect(rows[0]?.["costUsd"]).toBeGreaterThan(0.01);
      if (isHooked) await vi.waitFor(async () => expect(await service.rows("cases")).toHaveLength(2), WAIT);
      const [row] = await service.rows("sessions?model=claude-sonnet-4-5");
      expect(row).toMatchObject(
        isHooked ? { hookedSessions: 1, hookedCostUsd: row?.["costUsd"] } : { hookedSessions: 0, hookedCostUsd: 0 },
      );

      const logs = service.arrived.filter(({ path }) => path === "/v1/logs");
      expect(new Set(logs.map((each) => each.type))).toEqual(new Set([type]));
      for (const words of [TASK, "You are right", "sum.test.js", "Done! All tests pass."]) {
        if (isHooked || !words.startsWith("You")) expect(logs.map(({ body }) => body).join(""), words).toContain(words);
        expect(service.kept() + service.log(), words).not.toContain(words);
      }
    },
  );
});

function scenario(program: AgentProgram, name: string, body: (place: Place, command: string) => Promise<void>): void {
  const { title, version } = program;
  test(name, async ({ skip, task }) => {
    task.meta.agent = { title, version, scenario: name };
    const found = installed(program);
    if (found.type === "missing") return skip(found.reason);
    const start = performance.now();
    const place = around.placeFor(program);
    const git = ["remote", "add", "origin", "https://sam:secret@git.example.com/acme/shop.git"];
    execFileSync("git", git, { cwd: place.workspace, env: baseEnvironment(place, []) });
    await body(place, found.command);
    task.meta.durationMs = performance.now() - start;
  });
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

function cox(place: Place, command: string, ...args: readonly string[]): Promise<string> {
  return coxIn(place, command, args);
}

/** Short ones stand in any text. */
function wordsIn(...texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length > 3));
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}
