import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BARE_ENVIRONMENT } from "../../../test/support/bare-environment.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { HookPlace } from "../../../test/support/hook-place.ts";
import { runHookProcess } from "../../../test/support/hook-process.ts";
import { type Answer, otlpCollector } from "../../../test/support/otlp-collector.ts";
import { falseDone, teamReport } from "../../../test/support/team-report.ts";
import { lookAtTelemetry } from "../../cli/doctor/look-at-team.ts";
import { collectorHeaders } from "../../config/environment.ts";
import type { Report } from "../report.ts";
import { type SpoolPlace, telemetryPlace } from "./place.ts";
import { readStatus, runSender } from "./sender.ts";
import { dropSpooled, isSenderBusy, readSpooled, spool, spooled } from "./spool.ts";
import { toCollector } from "./to-collector.ts";

const PROGRAM = resolve(import.meta.dirname, "../../hook/entry.ts");
const CLOSING = "Done. All tests pass now.";

let machine: HookPlace;
let place: SpoolPlace;
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  machine = new HookPlace().write(new ClaudeSession().falseTurn().text());
  Object.assign(machine.env, BARE_ENVIRONMENT);
  place = telemetryPlace(join(machine.root, "state", "coxswain"));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  machine.remove();
});

async function collector(answer?: () => Answer) {
  const made = await otlpCollector(answer);
  closing.push(made.close);
  return made;
}

const stop = (at: HookPlace) =>
  runHookProcess(at, { program: PROGRAM, input: at.input({ last_assistant_message: CLOSING }) });

function wait(report: Report): void {
  mkdirSync(place.spool, { recursive: true });
  spool(place, report, Date.now());
}

const send = (address: string, headers = {}) => runSender(toCollector({ place, engine: "0.1.0", address, headers }), 0);

it("tells a collector of a decided stop, in its words for an evaluation and with none of a transcript", async () => {
  const { url, heard, requests } = await collector();
  const alone = new HookPlace().write(new ClaudeSession().falseTurn().text());
  closing.push(async () => alone.remove());
  Object.assign(alone.env, BARE_ENVIRONMENT);
  Object.assign(machine.env, { COX_TELEMETRY_OTLP: url, OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b,broken" });
  const before = Date.now();
  expect(JSON.parse((await stop(machine)).out)).toEqual(JSON.parse((await stop(alone)).out));
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 15_000, interval: 50 });
  expect(heard[0]).toMatchObject({
    eventName: "gen_ai.evaluation.result",
    resource: { "service.name": "coxswain", "service.version": "0.1.0" },
    attributes: {
      "event.name": "gen_ai.evaluation.result",
      "gen_ai.evaluation.name": expect.stringMatching(/^claimed-/),
      "gen_ai.evaluation.score.value": expect.closeTo(0.9, 0),
      "gen_ai.evaluation.score.label": "correct",
      "gen_ai.agent.name": "claude-code",
      "coxswain.engine.version": "0.1.0",
      "coxswain.decided_by": "evidence",
      "coxswain.spoken": true,
    },
  });
  expect(Number(BigInt(heard[0]?.timeUnixNano ?? 0) / 1_000_000n)).toBeGreaterThanOrEqual(before - 1000);
  expect(heard[0]?.attributes).not.toHaveProperty(["gen_ai.evaluation.explanation"]);
  expect(requests[0]).toMatchObject({ path: "/v1/logs", headers: { "x-key": "a b" } });
  expect(requests[0]?.body).not.toMatch(/All tests|cart\.ts/);
  await vi.waitFor(() => expect(spooled(place)).toEqual([]), { timeout: 5000 });
  expect(statSync(place.directory).mode & 0o777).toBe(0o700);
  expect(lookAtTelemetry(place, url)).toMatchObject([{ status: "ok", detail: expect.stringContaining("so far: 1") }]);
}, 60_000);

it.each([
  ["keeps the words here", {}, false],
  ["lets the words out, where the person says so", { COX_TELEMETRY_CONTENT: "true" }, true],
])("%s", async (_, env, isSent) => {
  const { url, heard } = await collector();
  Object.assign(machine.env, { COX_TELEMETRY_OTLP: url, ...env });
  await machine.stop(CLOSING);
  await send(url);
  expect(heard).toHaveLength(1);
  const words = heard[0]?.attributes["gen_ai.evaluation.explanation"];
  expect(String(words).includes("All tests pass now.")).toBe(isSent);
  expect(words === undefined).toBe(!isSent);
});

it("is nobody's to set but the person's own", async () => {
  const { url } = await collector();
  writeFileSync(join(machine.root, ".coxswain.json"), JSON.stringify({ telemetry: { otlp: url, content: true } }));
  await machine.stop(CLOSING);
  expect(readdirSync(join(place.directory, ".."))).not.toContain("telemetry");
});

it("names the observer where a model decided, and sends what has no score without one", async () => {
  const { url, heard } = await collector();
  wait(teamReport({ judge: "model", confidence: 0.25 }));
  wait(teamReport({ judge: "gate", repository: null }));
  const findings = ["a-first", "b-second", "c-lead"].map((id, index) => ({ id, confidence: 0.9, spoken: index < 2 }));
  wait(falseDone({ findings, injected: "shadow" }));
  await send(`${url}/`);
  const told = heard.map(({ attributes }) => ({
    name: attributes["gen_ai.evaluation.name"],
    score: attributes["gen_ai.evaluation.score.value"],
    label: attributes["gen_ai.evaluation.score.label"],
    spoken: attributes["coxswain.spoken"],
  }));
  expect(new Set(told)).toEqual(
    new Set([
      { name: "observer", score: 0.25, label: "ok", spoken: false },
      { name: "gate", score: undefined, label: "ok", spoken: false },
      { name: "a-first", score: 0.9, label: "correct", spoken: false },
      { name: "b-second", score: 0.9, label: "correct", spoken: false },
    ]),
  );
});

it("keeps what was not taken, gives up what never will be, and lets doctor say so", async () => {
  const answers: [string, Answer, boolean][] = [
    ["is full", { status: 503, headers: { "Retry-After": "7" } }, false],
    ["has too much to do", { status: 429 }, false],
    ["does not know us", { status: 401 }, false],
    ["has another address", { status: 404 }, false],
    ["is a web page", { body: "<html>" }, false],
    ["sends elsewhere", { status: 307, headers: { Location: "/v1/other" } }, false],
    ["answers nothing", { body: "" }, true],
    ["takes it in part", { body: '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"old"}}' }, true],
    ["will never want it", { status: 400 }, true],
  ];
  let now: Answer = {};
  const { url } = await collector(() => now);
  for (const [what, answer, isGone] of answers) {
    now = answer;
    wait(teamReport());
    await send(url);
    expect(spooled(place), `a collector that ${what}`).toHaveLength(isGone ? 0 : 1);
    expect(readStatus(place), what).toMatchObject({ ok: isGone });
    expect(isSenderBusy(place, Date.now()), what).toBe(!isGone);
    expect(lookAtTelemetry(place, url), what).toMatchObject([{ status: isGone ? "ok" : "warning" }]);
    dropSpooled(spooled(place));
  }
  expect(readStatus(place)).toMatchObject({ refused: 2 });
  writeFileSync(join(place.spool, "1-broken.json"), '{"v":1,');
  wait(teamReport());
  now = {};
  await send(url);
  expect(spooled(place).map(readSpooled)).toEqual([]);
});

it("reads the headers as OpenTelemetry writes them", () => {
  const env = { OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Basic%20Zm9v, x-team = a=b ,,=c,bad name=1,x-bad=%E0%A4%A" };
  expect(collectorHeaders(env)).toEqual({ authorization: "Basic Zm9v", "x-team": "a=b" });
  expect(collectorHeaders({ ...env, OTEL_EXPORTER_OTLP_LOGS_HEADERS: "only=this" })).toEqual({ only: "this" });
  expect(collectorHeaders({})).toEqual({});
});
