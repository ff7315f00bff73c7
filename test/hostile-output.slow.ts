import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Command } from "../src/cli/command.ts";
import { safeText } from "../src/cli/process-io.ts";
import { directoriesOf } from "../src/config/environment.ts";
import { styleFor } from "../src/show/wrap.ts";
import { openSqliteStore } from "../src/store/sqlite.ts";
import { createToken } from "../src/team/records/tokens.ts";
import { joinTeam } from "../src/team/client/membership.ts";
import { teamPlace } from "../src/team/client/place.ts";
import { withRecords } from "../src/team/open-team.ts";
import { writePolicy } from "../src/team/records/policy.ts";
import { entryRows } from "../src/tui/entry-rows.ts";
import type { Entry } from "../src/tui/view-model.ts";
import { BARE_ENVIRONMENT } from "./support/bare-environment.ts";
import { HOSTILE_PAYLOADS } from "./support/hostile-payloads.ts";
import { report } from "./support/report.ts";
import { runCommand } from "./support/run-command.ts";
import { ThreadBuilder } from "./support/thread-builder.ts";

const root = join(import.meta.dirname, "..");
const home = mkdtempSync(join(tmpdir(), "cox-hostile-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What must never reach a terminal from somebody else's text. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

const PAYLOADS = HOSTILE_PAYLOADS.filter((payload) => payload.trim() !== "");
/** Short enough to stand in a name or a command. */
const SHORT = PAYLOADS.filter((payload) => payload.length < 200);
const transcript = join(home, "hostile.jsonl");
const storePath = join(home, "store.db");
const teamRecords = join(home, "team.db");
const env = {
  HOME: home,
  COX_STORE_PATH: storePath,
  COX_OBSERVER_MODEL: "none",
  COX_GATE_MIN_TOOL_CALLS: "0",
  COX_GATE_MIN_EDITS: "0",
};

beforeAll(async () => {
  writeFileSync(transcript, `${hostileLines().join("\n")}\n`);
  mkdirSync(join(home, ".claude", "projects", "p"), { recursive: true });
  writeFileSync(join(home, ".claude", "projects", "p", "s.jsonl"), `${hostileLines().join("\n")}\n`);
  writeFileSync(join(home, "agent.json"), JSON.stringify(hostileScript()));
  writeFileSync(join(home, "HEARTBEAT.md"), `- ${SHORT.join("\n- ")}\n`);
  writeFileSync(
    join(home, "package.json"),
    JSON.stringify({ name: "x", scripts: { test: `echo '${SHORT[0]}'; printf '\\033[2J\\033]0;x\\007'; exit 1` } }),
  );
  const store = await openSqliteStore(storePath);
  await store.append("hostile-thread", hostileThread().deltas());
  const verdict = {
    verdict: "correct" as const,
    category: PAYLOADS[0]!,
    message: SHORT.join(" "),
    reason: SHORT.join("\n"),
    confidence: 1,
    findings: [{ id: "request-not-done", confidence: 1, message: SHORT.join(" "), steps: [1], subject: SHORT[3]! }],
    steps: [1],
    judge: "model" as const,
    usage: [],
    durationMs: 1,
  };
  const record = {
    id: "v-hostile",
    threadId: "hostile-thread",
    host: "claude-code",
    session: "s\u001b[2J",
    turn: 1,
    cwd: `/repo/${SHORT[1]}`,
    gateReasons: SHORT,
    injected: true,
    verdict,
  };
  await store.write({
    verdicts: [record, { ...record, id: "v-unchecked", verdict: { ...verdict, verdict: "unchecked", message: null } }],
  });
  await store.close();
  const token = { name: SHORT.join(" "), team: SHORT[0]!, scopes: ["read"], now: new Date() } as const;
  await withRecords(join(home, "team.db"), ({ transaction }) => transaction((query) => createToken(query, token)));
  const values = { content: true, "gate.skipModes": [...SHORT] };
  const place = teamPlace(directoriesOf(env, home, process.platform).state ?? "");
  joinTeam(place, { url: `http://127.0.0.1:1/${SHORT[0]}`, token: "cox_any", content: false }, new Date());
  writeFileSync(place.policy, JSON.stringify({ values, since: SHORT[1] }));
  await withRecords(teamRecords, (database) =>
    database.transaction((query) => writePolicy(query, { team: SHORT[2]!, policy: values, by: "t", now: new Date() })),
  );
  await withRecords(teamRecords, async ({ transaction }) =>
    transaction(async (query) => {
      const columns = "id, kind, payload, state, attempts, due_at, lease, why";
      for (const [index, words] of SHORT.entries())
        await query(`INSERT INTO jobs (${columns}) VALUES (?, ?, '', 'aside', 3, 0, '', ?)`, [
          `${index} ${words}`,
          words,
          words,
        ]);
    }),
  );
});

/** How each command is made to print other people's words. A new command has to be added here. */
const CASES: Readonly<Record<string, readonly (readonly string[])[] | string>> = {
  check: [
    [transcript],
    [transcript, "--turn", "all"],
    [transcript, "--json"],
    [`${home}/no\u001b[31m\u202esuch.jsonl`],
  ],
  prompt: [[transcript], [transcript, "--rendering", "compact"], [transcript, "--json"]],
  threads: [[], ["--json"], ["hostile-thread"], ["hostile-thread", "--json"]],
  usage: [[], ["--json"]],
  run: [
    ["do it", "--model", "scripted/agent.json"],
    ["do it", "--model", "scripted/agent.json", "--json"],
  ],
  handoff: [
    ["hostile-thread", "go on", "--model", "scripted/agent.json"],
    ["hostile-thread", "go on", "--model", "scripted/agent.json", "--json"],
  ],
  audit: [[], ["--json"], ["--markdown"], [home]],
  doctor: [[], ["--json"]],
  why: [["v-hostile"], ["v-hostile", "--json"]],
  feedback: [
    ["v-hostile", "wrong", "\u001b[31mno"],
    ["v-hostile", "wrong", "\u001b[31mno", "--json"],
  ],
  verify: [["test", "--thread", "none"], ["--list"], ["test", "--thread", "none", "--json"]],
  config: [[], ["--json"]],
  stats: [[], ["--json"]],
  forget: [["--dry-run"], ["--dry-run", "--json"], ["--dry-run", "--project", `/repo/${SHORT[1]}`]],
  heartbeat: [["--once", "--model", "scripted/agent.json"]],
  ci: [
    [transcript],
    ...["json", "github", "junit", "sarif", "gitlab"].map((format) => [transcript, "--format", format]),
  ],
  init: [["--dry-run"], ["--dry-run", "--json"]],
  team: [
    ["status"],
    ["status", "--json"],
    ["tokens", "--database", `${home}/team.db`],
    ["copy", `${home}/no\u001b[31m\u202esuch.db`, "to.db"],
    ["copy", `${home}/team.db`, `${home}/to\u001b[31m\u202e.db`],
    ["copy", `${home}/team.db`, `${home}/json\u001b[31m\u202e.db`, "--json"],
    ["policy", "--team", SHORT[2]!, "--database", teamRecords],
    ["policy", "--team", SHORT[2]!, "--database", teamRecords, "--json"],
    ["jobs", "--database", teamRecords],
    ["jobs", "--database", teamRecords, "--json"],
  ],
  completion: "prints a script of our own words",
  judge: "answers a program, in lines of JSON",
  worker: "prints how many it judges at a time; its log has no content",
  serve: "prints where it listens; its log has no content",
  demo: "plays our own script",
  watch: "shows the cards of check; its errors are tested below",
  hook: "answers a program in its own protocol",
  install: "writes settings",
  uninstall: "writes settings",
  chat: "its rows are tested below",
  acp: "speaks a protocol with a program, not with a terminal",
};

const files = globSync("src/cli/commands/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

describe("everything that is printed from a hostile transcript", () => {
  let printed = 0;

  it.each(files.map((file) => basename(file, ".ts")))(
    "cox %s prints nothing that steers a terminal",
    async (name) => {
      const cases = CASES[name];
      expect(cases, `cox ${name} needs a case here`).toBeDefined();
      if (typeof cases === "string" || cases === undefined) return;
      const { command } = (await import(join(root, "src/cli/commands", `${name}.ts`))) as { command: Command };
      for (const args of cases) {
        const { out, err } = await run(command, [...args]);
        // JSON goes through the last net, as it does in the program; text must be harmless before it.
        const shown = args.includes("--json") ? safeText(out, false) : out;
        expect(offence(shown), `cox ${name} ${args.join(" ")}`).toBeUndefined();
        expect(offence(err), `the errors of cox ${name} ${args.join(" ")}`).toBeUndefined();
        expect(args.includes("--json") ? halfCharacters(out) : [], `cox ${name} ${args.join(" ")}`).toEqual([]);
        printed += shown.length + err.length;
      }
    },
    60_000,
  );

  it("is harmless at the chat too", () => {
    const hostileSteps = hostileThread()
      .build()
      .turns.flatMap((turn) => turn.steps);
    for (const text of PAYLOADS) {
      const step = hostileSteps.find(({ input }) =>
        JSON.stringify(input).includes(JSON.stringify(text.slice(0, 30)).slice(1, -1)),
      );
      const entries: Entry[] = [
        { type: "person", text },
        { type: "text", text, continues: false },
        { type: "thinking", text, continues: false },
        { type: "notice", text, tone: "warning" },
        { type: "correction", message: text },
        ...(step ? [{ type: "step" as const, step }] : []),
      ];
      const rows = entries.flatMap((entry) =>
        entryRows(entry, { columns: 60, style: styleFor(false), showThinking: true }),
      );
      expect(offence(rows.join("\n"))).toBeUndefined();
    }
  });

  it("is harmless where a session cannot be watched", async () => {
    const { command } = (await import(join(root, "src/cli/commands/watch.ts"))) as { command: Command };
    const interrupt = new AbortController();
    let err = "";
    const watching = runCommand(command, ["--every", "0.1", "--host", "claude-code"], {
      env,
      cwd: home,
      err: (text) => void (err += text),
      signal: interrupt.signal,
    });
    await expect.poll(() => err, { timeout: 20_000 }).toContain("Watching");
    writeFileSync(join(home, ".claude", "projects", "p", "\u001b[2J\u202e.jsonl"), "no json\n");
    await expect.poll(() => err, { timeout: 20_000 }).toContain(".jsonl");
    interrupt.abort();
    await watching;
    expect(offence(err)).toBeUndefined();
  }, 30_000);

  it("is harmless in the real program, errors included", () => {
    const main = join(root, "src/cli/main.ts");
    const started = { cwd: home, env: { ...BARE_ENVIRONMENT, ...env }, encoding: "utf8" } as const;
    for (const args of [
      ["check", transcript, "--json"],
      ["check", "\u001b[2Jx\u009b31m"],
      ["\u001b]0;x\u0007"],
      ["threads", "\u202eno"],
      ["audit", "--json"],
      ["check", "--\u001b[31m"],
    ]) {
      const { stdout, stderr } = spawnSync(process.execPath, [main, ...args], started);
      expect(offence(stdout)).toBeUndefined();
      expect(offence(stderr)).toBeUndefined();
      expect(stdout + stderr).not.toBe("");
    }
  }, 60_000);

  it("was much", () => {
    report(
      `hostile output: ${printed} characters of ${Object.keys(CASES).length} commands, none of them steers a terminal`,
    );
    expect(printed).toBeGreaterThan(10_000);
  });
});

/** Lines of JSON that strict readers, as those of jq and Python, refuse: half of a character is no character to them. */
function halfCharacters(out: string): string[] {
  const lines = out.split("\n").filter((line) => line !== "");
  return lines.filter((line) => !wholeThroughout(JSON.parse(line))).map((line) => line.slice(0, 200));
}

function wholeThroughout(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && wholeThroughout(inner));
}

/** The first character that should not be there, with what stands around it. */
function offence(text: string): string | undefined {
  const found = STEERING.exec(text);
  return found ? JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 30)) : undefined;
}

async function run(command: Command, args: string[]): Promise<{ out: string; err: string }> {
  let out = "";
  let err = "";
  // Also what it had printed before it failed.
  const kept = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
  await runCommand(command, args, { env, cwd: home, columns: 80, ...kept }).catch((error: unknown) => {
    // What `main` prints; its net is tested with the real program.
    err += safeText(`cox: ${error instanceof Error ? error.message : String(error)}`, false);
  });
  return { out, err };
}

function hostileThread(): ThreadBuilder {
  const builder = new ThreadBuilder().started(`/repo/${SHORT[1]}`, "claude-code");
  for (const [index, payload] of PAYLOADS.entries()) {
    builder
      .user(`${payload} please`)
      .bash(`echo ${payload.slice(0, 500)}`, { output: payload, exit: index % 2 })
      .edit(`/repo/${payload.slice(0, 80)}`, payload.slice(0, 2000), `${payload.slice(0, 2000)}!`)
      .call(`tool${payload.slice(0, 60)}`, { [payload.slice(0, 30)]: payload.slice(0, 300) }, { output: payload })
      .close(`${payload} Done, all tests pass.`);
  }
  return builder;
}

function hostileScript(): object {
  const decisions = [
    {
      when: { tool: "create_handoff" },
      input: { relevantInformation: SHORT.join("\n"), relevantFiles: SHORT.slice(0, 5) },
    },
    { input: { relevantInformation: SHORT.join("\n"), relevantFiles: [] } },
  ];
  const calls = SHORT.slice(0, 12).map((payload) => ({
    calls: [
      { tool: "create_file", input: { path: `f${payload.replaceAll(/[^\w]/g, "")}.txt`, content: payload } },
      { tool: payload.slice(0, 40) || "x", input: { path: payload } },
    ],
  }));
  return { turns: [...calls, { thinking: SHORT.join("\n"), say: SHORT.join("\n") }], decisions };
}

function hostileLines(): string[] {
  const sessionId = "aaaaaaaa-0000-4000-8000-000000000001";
  let count = 0;
  const line = (record: object) =>
    JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      ...record,
      uuid: `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}`,
      timestamp: "2026-03-03T09:00:03.000Z",
      cwd: `/repo/${SHORT[1]}`,
      sessionId,
      version: "2.1.39",
    });
  return PAYLOADS.flatMap((payload, index) => {
    const said = (content: object[], stop: string) =>
      line({
        type: "assistant",
        message: { id: `m${index}-${stop}`, role: "assistant", model: `m\u001b[31m`, content, stop_reason: stop },
      });
    const bash = {
      type: "tool_use",
      id: `toolu_${index}`,
      name: "Bash",
      input: { command: `npm test # ${payload.slice(0, 500)}`, description: payload.slice(0, 100) },
    };
    const edit = {
      type: "tool_use",
      id: `toolw_${index}`,
      name: "Edit",
      input: { file_path: `/repo/${payload.slice(0, 80)}`, old_string: "a", new_string: payload.slice(0, 500) },
    };
    const result = (id: string, content: string, isError: boolean) =>
      line({
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: isError }] },
      });
    return [
      line({ type: "user", message: { role: "user", content: `${payload} fix it and run the tests` } }),
      said([edit], "tool_use"),
      result(`toolw_${index}`, "ok", false),
      said([bash], "max"),
      result(`toolu_${index}`, `Exit code 1\n${payload}\nTests  2 failed | 1 passed (3)`, true),
      said([{ type: "text", text: `${payload}\n\nDone, all tests pass.` }], "end_turn"),
    ];
  });
}
