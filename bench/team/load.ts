import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withRecords } from "../../src/team/open-team.ts";
import { createToken } from "../../src/team/records/tokens.ts";
import { falseDone, teamReport } from "../../test/support/team-report.ts";

const CHILD = resolve(import.meta.dirname, "../../test/team/serve-child.ts");

/** Each machine sends one report a second; the time counts from when it was to be sent. */
export async function measureLoad(place: string, machines: number, seconds: number): Promise<string[]> {
  const wish = { name: "bench", team: "bench", scopes: ["report"], now: new Date() } as const;
  const { text: token } = await withRecords(place, ({ transaction }) =>
    transaction((query) => createToken(query, wish)),
  );
  const child = spawn(process.execPath, [CHILD, place], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((done) =>
    child.stdout.once("data", (text: Buffer) => done(String(text).trim())),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: machines });
  const times: number[] = [];
  let failed = 0;
  await Promise.all(
    Array.from({ length: machines }, async (_, machine) => {
      const start = performance.now() + (machine / machines) * 1000;
      for (let second = 0; second < seconds; second += 1) {
        const due = start + second * 1000;
        await wait(Math.max(0, due - performance.now()));
        const make = second % 12 === 0 ? falseDone : teamReport;
        const body = JSON.stringify({ reports: [make({ machine: `machine-${machine}` })] });
        const status = await post(`${url}/v1/reports`, token, body, agent);
        if (status === 200) times.push(performance.now() - due);
        else failed += 1;
      }
    }),
  );
  agent.destroy();
  let spent = "";
  child.stdout.on("data", (text: Buffer) => (spent += String(text)));
  child.kill("SIGTERM");
  await new Promise((done) => child.once("exit", done));
  const [row] = await withRecords(place, ({ query }) => query("SELECT COUNT(*) AS count FROM reports"));
  const inOrder = times.toSorted((left, right) => left - right);
  const at = (share: number) => (inOrder[Math.floor(inOrder.length * share)] ?? 0).toFixed(0);
  const kept = Number(row?.["count"]);
  return [
    `load: ${machines} machines, 1 report a second each for ${seconds} s: ${times.length} accepted, ${failed} refused, ${kept} kept`,
    `      p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.99999)} ms; ${(Number(spent) / Math.max(1, times.length)).toFixed(2)} ms of the processor a report`,
  ];
}

function post(url: string, token: string, body: string, agent: Agent): Promise<number> {
  return new Promise((done) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => done(response.statusCode ?? 0));
    });
    sent.once("error", () => done(0));
    sent.end(body);
  });
}
