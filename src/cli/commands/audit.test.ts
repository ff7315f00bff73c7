import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { usage, verdict as decision } from "../../../test/contracts/store-samples.ts";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { writeAuditHome } from "../../../test/support/audit-home.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { rememberOwnWords } from "../../guard/own-words.ts";
import type { Feedback, NewVerdict } from "../../store/records.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { type Account, addedUp, hasCounts } from "../../session/account.ts";
import { usageOf } from "../../store/usage-row.ts";
import type { Command, Io } from "../command.ts";
import { command as audit } from "./audit.ts";
import { command as check } from "./check.ts";
import { command as feedback } from "./feedback.ts";
import { command as forget } from "./forget.ts";
import { command as stats } from "./stats.ts";
import { command as watch } from "./watch.ts";
import { command as why } from "./why.ts";

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

function run(command: Command, args: readonly string[], options: Partial<Io> = {}): Promise<Ran> {
  const env = { HOME: home, COX_STORE_PATH: join(home, "state", "coxswain.db") };
  return runCommand(command, args, { env, cwd: home, ...options });
}

function write(name: string, session: ClaudeSession): string {
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), session.text());
  return join(folder, name);
}

interface Json {
  readonly summary: {
    readonly corrected: number;
    readonly sessions: number;
    readonly turns: number;
    readonly spent: object;
    readonly spentOnFalse: object;
    readonly opinions: number;
  };
  readonly cases: readonly {
    readonly id: string;
    readonly host: string;
    readonly verdict: { readonly judge: string };
  }[];
  readonly leads: readonly object[];
  readonly run: { readonly foreign: readonly object[] };
}

const json = async (...args: string[]) => JSON.parse((await run(audit, [...args, "--json"])).out) as Json;

describe("cox audit", () => {
  it("says what it looked for in an empty home", async () => {
    const { code, out, err } = await run(audit, []);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.replaceAll("\n", " ")).toMatch(
      /^No transcripts were found\. Looked for those of Claude Code, Codex, .* and Cursor\. cox audit PATH… reads them from anywhere; cox doctor says /,
    );
    expect(out.trimEnd().split("\n")).toHaveLength(3);
    expect(out).not.toContain(home);
    expect(out).not.toContain("cox demo");
    expect((await run(audit, [], { isTerminal: true })).out).toMatch(/cox demo shows .* being caught\.\n$/);
    const named = (await run(audit, ["--host", "codex"])).out;
    expect(named).toContain("Looked for those of Codex.\n");
  });

  it("an empty home was told in rates of nothing, and to programs in fifty places of all systems", async () => {
    const markdown = (await run(audit, ["--markdown"])).out;
    expect(markdown).toMatch(/^# Coxswain audit\n\n- No transcripts were found\. .*\n- `?cox audit PATH….*\n$/);
    const { notes } = (await json()) as unknown as { notes: string[] };
    expect(notes).toEqual([
      expect.stringMatching(/^No transcripts were found\. Looked for those of /),
      expect.stringMatching(/^cox audit PATH… reads them from anywhere; /),
    ]);
  });

  it("says that there are transcripts, but none that young, or none of that project", async () => {
    const path = write("a.jsonl", new ClaudeSession({ at: "2026-01-05T09:00:00.000Z" }).falseTurn());
    const first = async (...args: string[]) =>
      (await run(audit, args, { columns: 300 })).out.split("\n")[0]?.replace(/\d\d:\d\d UTC/, "TIME");
    expect(await first("--since", "2026-03-01")).toBe("1 transcript is here, but it has no turn since 2026-03-01.");
    utimesSync(path, new Date("2026-01-05"), new Date("2026-01-05"));
    expect(await first("--since", "2026-03-01")).toBe(
      "1 transcript is here, but it was not written to since 2026-03-01; that was last on 2026-01-05.",
    );
    expect(await first("--project", "/home/sam/bank", "--project", "/home/sam/dock")).toBe(
      "1 transcript is here, but it has no turn in /home/sam/bank or /home/sam/dock.",
    );
    mkdirSync(join(home, "nothing"));
    expect(await first(join(home, "nothing"))).toBe("No transcripts were found there.");
  });

  it("takes several projects", async () => {
    for (const name of ["shop", "bank", "dock"])
      write(`${name}.jsonl`, new ClaudeSession({ session: name, cwd: `/home/sam/${name}` }).falseTurn(name));
    const projects = ["--project", "/home/sam/shop", "--project", "/home/sam/bank"];
    expect((await json(...projects)).summary.sessions).toBe(2);
    expect((await run(audit, projects, { columns: 200 })).out).toContain(
      "2 sessions in /home/sam/shop or /home/sam/bank: ",
    );
  });

  it("tells who names a file behind an option that prints what to write, and reads one that is there", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    await expect(run(audit, ["--markdown", "report.md"])).rejects.toMatchObject({
      code: "transcript.missing",
      message: "report.md does not exist.",
      hint: '--markdown prints; write "cox audit --markdown > report.md".',
    });
    await expect(run(audit, ["--json", "report.json"])).rejects.toThrow("report.json does not exist.");
    writeFileSync(join(home, "chat.json"), JSON.stringify([{ role: "user", content: "hi" }]));
    expect((await run(audit, ["--json", "chat.json"])).out).toContain('"summary"');
  });

  it("counts turns with leads apart, and says who could look at them", async () => {
    const path = write("a.jsonl", new ClaudeSession().honestTurn().falseTurn("tax"));
    const env = { HOME: home, COX_STORE_PATH: join(home, "state.db"), COX_EVIDENCE_THRESHOLD: "0.99" };
    const report = JSON.parse((await run(audit, ["--json"], { env })).out) as { summary: object; leads: object[] };
    expect(report).toMatchObject({
      summary: { leads: 1, corrected: 0 },
      leads: [{ path, turn: 2, request: "Fix the total in src/tax.ts.", findings: [{ id: "claimed-check-failed" }] }],
    });
    expect(report.leads[0]).toHaveProperty(["findings", 0, "message"], expect.stringContaining("the last run of"));
    const line = "1 turn worth a look.";
    const { out } = await run(audit, [], { env, columns: 200 });
    expect(out).toContain(
      `looked at.\n1 of 2 claims about checks (50.0%) proven by a run; 1 contradicted or out of date.\nNo turn is so clear that Coxswain would have corrected it.\n~ ${line}\n`,
    );
    expect(out).toContain("\n  1  50.0%  left a check failed that did not pass again\n");
    expect(out).not.toContain("✓");
    expect((await run(audit, ["--markdown"], { env })).out).toContain(`\n${line}\n`);
    const card = (await run(check, [path], { env })).out;
    expect(card).toMatch(/^~ lead, not proven$/m);
    expect(card).not.toContain("✓ ok");
    expect(card).toMatch(/^ {2}lead {7}\S/m);
    expect((await run(check, [path, "--turn", "1"], { env })).out).toMatch(/^✓ ok$/m);
  });

  it("shows beside a case what the person has said about it", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn().falseTurn("tax"));
    const [one = "", two = ""] = (await json()).cases.map(({ id }) => id);
    await run(feedback, [one, "wrong", "another branch"]);
    const { out } = await run(audit, []);
    expect(out.match(/^ {4}marked +you marked this wrong$/gm)).toHaveLength(1);
    expect(out.indexOf(one)).toBeLessThan(out.indexOf("you marked this"));
    expect(out.indexOf("you marked this")).toBeLessThan(out.indexOf(two));
    const markdown = (await run(audit, ["--markdown"])).out;
    expect(markdown).toMatch(/^ {3}- you marked this wrong$/m);
    const told = "100.0% of those looked at; you marked 1 of them wrong, and it still counts here.";
    expect(markdown).toContain(told);
    expect(out.replaceAll("\n", " ")).toContain(told);
    const said = { judgement: "wrong", note: "another branch", at: expect.any(String) };
    const { cases, marked } = (await json()) as unknown as { cases: { feedback?: object }[]; marked: object };
    expect(marked).toEqual({ right: 0, wrong: 1 });
    expect(cases.map((found) => found.feedback)).toEqual([said, undefined]);
    await run(feedback, [one, "right"]);
    const after = (await run(audit, [])).out;
    expect(after).toContain("you marked this right");
    expect(after).toContain("looked at.");
  });

  it("has one word on a turn, whether it was said of what a hook decided or of what an audit found", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    type Found = NewVerdict & { readonly feedback?: Feedback };
    const foundCase = async () => ((await json()).cases as unknown as readonly [Found])[0];
    const asJson = async (command: Command, ...args: string[]) =>
      JSON.parse((await run(command, [...args, "--json"])).out) as { feedback?: Feedback; marked?: object };
    const { id, threadId, turn, verdict: same } = await foundCase();
    const shown = async () => {
      const said = [await foundCase(), await asJson(why, "live"), await asJson(why, id)];
      const { marked } = await asJson(stats, "--since", "2026-01-01");
      return { said: said.map(({ feedback: word }) => word?.judgement), marked };
    };
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    await store.write({ verdicts: [{ ...decision("live"), threadId, turn, cwd: home, verdict: same }] });
    await store.close();
    await run(feedback, ["last", "wrong", "not so"]);
    expect(await shown()).toEqual({ said: ["wrong", "wrong", "wrong"], marked: { right: 0, wrong: 1 } });
    expect((await run(why, [id])).out).toMatch(/^ {2}feedback +wrong: not so$/m);
    await run(feedback, [id, "right"]);
    expect(await shown()).toEqual({ said: ["right", "right", "right"], marked: { right: 1, wrong: 0 } });
    expect((await run(why, ["last"])).out).toMatch(/^ {2}feedback +right$/m);
    expect((await run(audit, [])).out).toContain("you marked this right");
  });

  it("sums up, and shows the surest with claim, proof and where to look", async () => {
    const path = write("a.jsonl", new ClaudeSession().honestTurn().falseTurn());
    const { out } = await run(audit, []);
    expect(out).toMatch(/1 session: 2 turns, 2 of them looked at\.\n✗ 1 turn said something untrue/);
    expect(out).toContain("claimed-check-failed");
    expect(out).toContain("claimed  All tests pass now.");
    expect(out).toMatch(new RegExp(`look +${path}:\\d+`.replaceAll("/", "\\/")));
    expect(out).toMatch(/cox why a-[0-9a-f]{10}/);
    expect(out).toContain("Nothing left this machine.");
    expect((await run(audit, [], { isTerminal: true })).out).toMatch(
      /\nNext\n {2}look +cox why a-\w+: .*\n {2}browse +cox audit --html audit\.html: .*\n {2}live +cox install --dry-run: [^]*on the spot\n$/,
    );
  });

  it("takes what a hook of ours said for no word of the person, where the host writes it down like one", async () => {
    const said = "You say that the tests pass, but nobody ran them.";
    const folder = join(home, ".gemini", "tmp", "p", "chats");
    mkdirSync(folder, { recursive: true });
    const line = (type: string, id: string, content: unknown) =>
      JSON.stringify({ id, timestamp: `2026-04-02T08:00:0${id}.000Z`, type, content, model: "gemini-3-pro" });
    const lines = [
      JSON.stringify({ sessionId: "g-1", projectHash: "ab12", startTime: "2026-04-02T08:00:00.000Z", kind: "main" }),
      line("user", "1", [{ text: "Round the totals and run the tests." }]),
      line("gemini", "2", "Rounded, all tests pass."),
      line("user", "3", [{ text: said }]),
      line("gemini", "4", "I have not run them."),
    ];
    const path = join(folder, "session-2026-04-02T08-00-g1.jsonl");
    writeFileSync(path, `${lines.join("\n")}\n`);
    const checked = async () => (await run(check, [path, "--turn", "all", "--json"])).out.trim().split("\n").length;
    const turnsSeen = async () => [(await json("--fresh")).summary.turns, await checked()];
    expect(await turnsSeen()).toEqual([2, 2]);
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    await rememberOwnWords(store, "gemini-cli", "g-1", { text: said, requestId: "1" });
    await store.close();
    expect(await turnsSeen()).toEqual([1, 1]);
  });

  it("adds up what was used also where a transcript names a number that nobody can use", async () => {
    const text = new ClaudeSession().falseTurn().text();
    const path = write("a.jsonl", new ClaudeSession());
    writeFileSync(
      path,
      text.replace('"input_tokens":10,', '"input_tokens":1e308,').replace(/"output_tokens":50/, "$&e300"),
    );
    const { summary } = await json();
    expect(summary.spent).toMatchObject({ inputTokens: 12_650, outputTokens: 250 });
    expect((await json()).summary).toEqual(summary);
  });

  it("names the models without a price, and where they get one, also in Markdown", async () => {
    write("a.jsonl", new ClaudeSession({ model: "<b>home|grown</b>\u001b[31m" }).falseTurn());
    write("b.jsonl", new ClaudeSession({ session: "b" }).falseTurn("tax"));
    const told =
      /\(\$\d\.\d\d and more\) of it in turns that the record speaks against\. Not counted in dollars, because no price is set for it \(cox config prices\): <b>home\|grown<\/b>\. /;
    expect((await run(audit, [])).out.replaceAll("\n", " ")).toMatch(told);
    const markdown = (await run(audit, ["--markdown"])).out;
    expect(markdown).toContain("(cox config prices): \\<b\\>home\\|grown\\</b\\>.\n");
    expect(markdown).toMatch(/^The agents used \d[\d.]*k tokens \(\\\$\d\.\d\d and more\)/m);
  });

  it("says where it shows only some of the weeks and models", async () => {
    writeAuditHome(home, 40);
    const { out } = await run(audit, []);
    expect(out).toMatch(/^By model\n/m);
    expect(out).toMatch(/^By week \(12 of 13; --json has all\)\n +found +turns +proven +no check +failing\n2026-W34 /m);
  });

  it("adds up what cox check says of each turn", async () => {
    writeAuditHome(home, 12);
    type Told = { readonly turn: number; readonly account: Account };
    const {
      summary,
      accounts,
      run: done,
    } = (await json()) as unknown as {
      summary: { account: Account; looked: number };
      accounts: readonly (Told & { path: string })[];
      run: { transcripts: number };
    };
    const files = globSync([".claude/**/*.jsonl", ".codex/**/*.jsonl"], { cwd: home }).map((path) => join(home, path));
    expect([summary.looked, done.transcripts]).toEqual([45, files.length]);
    const { out } = await run(check, [...files, "--turn", "all", "--json"]);
    const checked = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Told & { file: string });
    expect(addedUp(checked.map(({ account }) => account))).toEqual(summary.account);
    const placed = ({ turn, account }: Told, path: string) => `${path} ${turn} ${JSON.stringify(account)}`;
    expect(accounts.map((told) => placed(told, told.path)).sort()).toEqual(
      checked
        .filter(({ account }) => hasCounts(account))
        .map((told) => placed(told, told.file))
        .sort(),
    );
  });

  it("lists as many turns as it is told", async () => {
    const session = new ClaudeSession();
    for (let turn = 0; turn < 12; turn += 1) session.falseTurn(`cart${turn}`);
    write("a.jsonl", session);
    const listed = async (...args: string[]) => (await run(audit, args)).out.match(/^ {4}why +cox why a-/gm)?.length;
    expect([await listed(), await listed("--limit", "3"), await listed("--all")]).toEqual([10, 3, 12]);
    const env = { HOME: home, COX_STORE_PATH: join(home, "state.db"), COX_EVIDENCE_THRESHOLD: "0.99" };
    const leads = async (...args: string[]) =>
      (await run(audit, args, { env })).out.match(/^ {4}look +cox check /gm)?.length;
    expect([await leads(), await leads("--limit", "7"), await leads("--all")]).toEqual([5, 7, 12]);
    await expect(run(audit, ["--all", "--limit", "3"])).rejects.toThrow("--limit and --all exclude each other");
    await expect(run(audit, ["--limit", "0"])).rejects.toThrow("--limit takes a whole number from 1 on");
  });

  it("offers a person to ask a model about the most suspicious, with its price, and asks nobody", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const env = {
      HOME: home,
      COX_STORE_PATH: join(home, "state.db"),
      COX_EVIDENCE_THRESHOLD: "0.99",
      GEMINI_API_KEY: "nobody-is-asked",
    };
    const shown = async (...args: string[]) =>
      (await run(audit, args, { env, isTerminal: true })).out.replaceAll(/\s+/g, " ");
    expect(await shown()).toMatch(
      / ask cox audit --ask 20: google\/\S+ would be asked about 1 turn: up to some \S+ tokens in and \S+ out, about \$\d\S* \(an upper bound, .*It asks before anything is sent\. /,
    );
    expect((await run(audit, [], { env: { ...env, GEMINI_API_KEY: "" }, isTerminal: true })).out).not.toContain(
      "--ask",
    );
  });

  it("gives a program what docs/audit.md names, and nothing else", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn());
    const report = (await json("--since", "2026-11-01")) as unknown as Record<string, object>;
    const env = { HOME: home, COX_STORE_PATH: join(home, "state.db"), COX_EVIDENCE_THRESHOLD: "0.99" };
    const unsure = JSON.parse((await run(audit, [path, "--json"], { env })).out) as { leads: readonly object[] };
    const [lead] = unsure.leads;
    expect(report["scope"]).toBe("since 2026-11-01");
    const page = readFileSync(join(import.meta.dirname, "../../../docs/audit.md"), "utf8");
    const rows = page.slice(page.indexOf("## For a program")).split("\n| `").slice(1);
    const namesIn = (text = "") => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const row = (name: string) => rows.find((text) => text.startsWith(name)) ?? "";
    const told = rows.flatMap((text) => namesIn(`\`${text.split("|")[0]}`));
    expect(new Set(told)).toEqual(new Set(Object.keys(report)));
    const [found] = report["cases"] as readonly object[];
    for (const [name, value] of [
      ["summary", report["summary"]],
      ["cases", found],
      ["leads", lead],
      ["run", report["run"]],
    ] as const)
      expect(namesIn(row(name))).toEqual(expect.arrayContaining(Object.keys(value ?? {})));
  });

  it("gives no turn out for true that nobody looked at", async () => {
    write("a.jsonl", new ClaudeSession().user("Stop!").say("Stopped."));
    const { out } = await run(audit, []);
    expect(out).toContain("1 turn, 0 of them looked at.\nTurns that were broken off");
    expect(out).not.toContain("In none of them");
  });

  it("breaks its sentences at words, as stats does", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const widest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));
    const { out } = await run(audit, [], { columns: 60 });
    expect(widest(out.split("\n\n")[0] ?? "")).toBeLessThanOrEqual(60);
    expect(out).toMatch(/^The agents used .{30,44}\n/m);
    const narrow = await run(audit, ["--since", "2026-11-01", "--project", "/home/sam/shop"], { columns: 40 });
    expect(widest(narrow.out.split("\n\n")[0] ?? "")).toBeLessThanOrEqual(40);
    const withoutPlace = (text: string) => text.replace(/^ +look .*/m, "");
    const found = out.split("\n\n").find((part) => part.includes("claimed  ")) ?? "";
    expect(widest(withoutPlace(found))).toBeLessThanOrEqual(60);
    const id = (await json()).cases[0]?.id ?? "";
    expect(widest(withoutPlace((await run(why, [id], { columns: 60 })).out))).toBeLessThanOrEqual(60);
    await run(feedback, [id, "right"]);
    expect(widest((await run(stats, ["--since", "2026-01-01"], { columns: 60 })).out)).toBeLessThanOrEqual(60);
  });

  it("writes Markdown that keeps each proof with its entry, and bars as they were", async () => {
    const session = new ClaudeSession({ model: "a|b" });
    for (let turn = 0; turn < 10; turn += 1)
      session.user("Fix it.").work().failing().say("All tests pass | all green.");
    write("a.jsonl", session);
    const { out } = await run(audit, ["--markdown"]);
    const [ninth = "", tenth = ""] = out.slice(out.indexOf("\n9. ")).split("\n10. ");
    expect(ninth.split("\n").slice(2).join("\n")).toMatch(/^(?: {3}- .*\n){2} {3}- .*$/);
    expect(tenth.split("\n").slice(1, 4)).toEqual([
      "    - 2026-11-02 · Claude Code · a\\|b · /home/sam/shop · turn 1",
      expect.stringMatching(/^ {4}- \*\*claimed-check-failed\*\*: You say "All tests pass \\\| all green\."/),
      expect.stringMatching(/^ {4}- `[^`]*:\d+`, `cox why a-\w+`$/),
    ]);
    expect(out).toContain("| `a\\|b` | 10 (100.0%) |");
  });

  it("names no line of what is no list of lines", async () => {
    const call = (id: string, command: string) => [
      {
        role: "assistant",
        tool_calls: [{ id, type: "function", function: { name: "bash", arguments: JSON.stringify({ command }) } }],
      },
      { role: "tool", tool_call_id: id, content: "" },
    ];
    const edits = ["a", "b", "c", "d", "e"].flatMap((name) =>
      call(`call_${name}1234567`, `sed -i s/1/2/ src/${name}.ts`),
    );
    const closing = { role: "assistant", content: "Fixed. All tests pass." };
    const path = join(home, "chat.json");
    writeFileSync(
      path,
      JSON.stringify([{ role: "user", content: "Fix it. Do not edit `src/e.ts`." }, ...edits, closing]),
    );
    const { out } = await run(audit, [path]);
    expect(out).toMatch(new RegExp(`^ +look +${path.replaceAll("\\", "\\\\")}$`, "m"));
    const id = /a-[0-9a-f]{10}/.exec(out)?.[0] ?? "";
    expect((await run(why, [id])).out).not.toMatch(/\(line \d+\)|chat\.json:/);
  });

  it("says where the others are when it shows only some of them, and calls them what they are: the surest", async () => {
    writeAuditHome(home, 60);
    const { out } = await run(audit, []);
    const { corrected } = (await json()).summary;
    expect(out).toContain(`\nThe 10 surest of ${corrected} (--all, --html FILE and --json give all of them)\n`);
    expect((await run(audit, ["--markdown"])).out).toContain(
      `\n## The 10 surest of ${corrected}\n\n\`--all\`, \`--html FILE\` and \`--json\` give all of them.\n`,
    );
  });

  it("asks nobody where none is to be asked", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const { code, out } = await run(audit, ["--observer", "none"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Nothing left this machine.") });
  });

  it("shows where to look in one piece, and the explanation points to the same place", async () => {
    const path = write("5f0c2a9e-3b1d-4f5e-9a77-1c2d3e4f5a6b.jsonl", new ClaudeSession().falseTurn());
    const look = `look +${path}:10$`;
    const { out } = await run(audit, [], { columns: 40 });
    expect(out).toMatch(new RegExp(look, "m"));
    const [id = ""] = /a-[0-9a-f]{10}/.exec(out) ?? [];
    expect((await run(why, [id], { columns: 40 })).out).toMatch(new RegExp(look, "m"));
  });

  it("takes only what was asked for", async () => {
    writeAuditHome(home, 12);
    const all = await json();
    expect(all.cases.length).toBe(all.summary.corrected);
    const codex = await json("--host", "codex");
    expect(new Set(codex.cases.map(({ host }) => host))).toEqual(new Set(["codex"]));
    const late = await json("--since", "2026-10-01");
    expect(late.summary.corrected).toBeGreaterThan(0);
    expect(late.summary.corrected).toBeLessThan(all.summary.corrected);
    const project = await json("--project", "/home/sam/ledger");
    expect(project.summary.sessions).toBe(3);
  });

  it("knows a project that is named through a link", async () => {
    mkdirSync(join(home, "shed"));
    symlinkSync(join(home, "shed"), join(home, "link"));
    write("a.jsonl", new ClaudeSession({ cwd: join(home, "shed") }).falseTurn());
    expect((await json("--project", join(home, "link"))).summary.sessions).toBe(1);
  });

  it("does not take a file for what somebody once said it was", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn());
    const asCodex = () => json(path, "--host", "codex");
    expect((await asCodex()).summary).toMatchObject({ sessions: 0, corrected: 0 });
    expect((await json(path)).summary).toMatchObject({ sessions: 1, corrected: 1 });
    expect((await asCodex()).summary).toMatchObject({ sessions: 0, corrected: 0 });
    expect((await json()).summary).toMatchObject({ sessions: 1, corrected: 1 });
    await expect(run(audit, [path, "--host", "codex", "--host", "pi"])).rejects.toThrow("--host can be given once");
  });

  it("refuses a host whose transcripts have no place of their own, as watch does", async () => {
    const refused = { code: "usage", hint: expect.stringContaining("Places are known for claude-code, codex") };
    await expect(run(audit, ["--host", "openai"])).rejects.toMatchObject(refused);
    await expect(run(watch, ["--host", "codex", "--host", "openai"])).rejects.toMatchObject(refused);
    expect((await run(audit, ["--host", "openai", home])).code).toBe(0);
  });

  it.each([["--project", ""], ["--html", ""], [""]])("refuses an empty path: %s", async (...args) => {
    await expect(run(audit, args)).rejects.toThrow("a path is empty");
  });

  it("says so when nothing new was to be read", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    await run(audit, []);
    expect((await run(audit, [])).out).toContain("Read nothing new; 1 file known from before");
    expect((await run(audit, ["--fresh"])).out).toMatch(/Read \d+ kB in 1 file \(/);
  });

  it("writes Markdown in which a transcript's text means nothing", async () => {
    write("a.jsonl", new ClaudeSession().user("Fix it.").work().failing().say("All tests pass.\n\n`x` | ** ``` <b>"));
    const { out } = await run(audit, ["--markdown"]);
    expect(out).toContain("| `claimed-check-failed` | Claimed check failed | 1 |");
    expect(out).not.toMatch(/^(?!.*`).*<b>/m);
  });

  it("ends with what it has when it is interrupted", async () => {
    writeAuditHome(home, 4);
    const { code, out } = await run(audit, [], { signal: AbortSignal.abort() });
    expect(code).toBe(130);
    expect(out).toContain("Interrupted: 4 files still to be read.");
  });

  it("shows how far it is to a person, and nobody else", async () => {
    writeAuditHome(home, 4);
    const errScreen = { columns: 90, color: true, isTerminal: true };
    expect((await run(audit, ["--json"], { errScreen })).err).toMatch(/█.* of 4 sessions · .* turns/);
    expect((await run(audit, ["--fresh"], { isTerminal: true })).err).toBe("");
  });

  it("fails for a path that is not there, and says which", async () => {
    const { code, out } = await run(audit, [join(home, "missing.jsonl")]);
    expect(code).toBe(1);
    expect(out).toContain(`${join(home, "missing.jsonl")}: not there`);
  });

  it("fails for a database that is said to be of an agent that has none", async () => {
    const path = join(home, "sessions.db");
    writeFileSync(path, "");
    const { code, out } = await run(audit, [path, "--host", "codex"]);
    expect(code).toBe(1);
    const reason = "it is a database, and Codex keeps its sessions in files; leave out --host";
    expect(out.replaceAll(/\s+/g, " ")).toContain(`${path}: ${reason}`);
  });

  it("fails for a named file that is no transcript, each time, and not for one in a named directory", async () => {
    const folder = join(home, "some");
    const path = join(folder, "notes.jsonl");
    mkdirSync(folder);
    writeFileSync(path, '{"hello":"world"}\n');
    const first = await run(audit, [path]);
    const reasonsIn = (out: string) => out.slice(out.indexOf("Could not be read"));
    expect(first.code).toBe(1);
    expect(first.out).toContain(`Could not be read: 1 path.\n  ${path} is not in a format that is known here.`);
    const again = await run(audit, [path]);
    expect(again.code).toBe(1);
    expect(reasonsIn(again.out)).toBe(reasonsIn(first.out));
    expect(reasonsIn(again.out)).toContain("--host names one.");
    const [, ...reasons] = reasonsIn(again.out).trimEnd().split("\n");
    expect(reasons.filter((line) => !line.startsWith("  "))).toEqual([]);
    const around = await run(audit, [folder]);
    expect(around.code).toBe(0);
    expect(around.out).toMatch(
      /^No turns of an agent were found\.\n\n.*\nNot transcripts: 1 file \(notes\.jsonl\)\.\n$/,
    );
  });

  it("reads a file again when it is told whose it is", async () => {
    const path = join(home, "one.jsonl");
    writeFileSync(path, '{"role":"user","content":"hi"}\n{"role":"assistant","content":"Done!"}\n{"x":1}\n{"y":1}\n');
    expect((await run(audit, [path])).code).toBe(1);
    const named = await run(audit, [path, "--host", "anthropic"]);
    expect(named.code).toBe(0);
    expect(named.out).toContain("1 session: 1 turn");
    expect((await run(audit, [path, "--host", "anthropic"])).out).toContain(
      "Read nothing new; 1 file known from before",
    );
  });

  it("tells the same of files that are no transcripts, read now or known from before", async () => {
    const path = join(home, ".claude", "projects", "p", "notes.jsonl");
    write("a.jsonl", new ClaudeSession().falseTurn());
    writeFileSync(path, '{"hello":"world"}\n');
    const foreign = async () => (JSON.parse((await run(audit, ["--json"])).out) as Json).run.foreign;
    const told = [{ path, reason: expect.stringContaining("holds no messages") }];
    expect(await foreign()).toEqual(told);
    expect(await foreign()).toEqual(told);
  });

  it.each([
    ["claude-code", [".claude", "projects", "p", "a.jsonl"], '{"type":"user","mess'],
    ["cline", [".cline", "data", "tasks", "1", "api_conversation_history.json"], '[{"role":"user","content":[{"ty'],
  ])("does not call a session of %s that has just begun no transcript, now or the next time", async (_, way, text) => {
    const path = join(home, ...way);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    for (let time = 0; time < 2; time += 1) {
      const { out } = await run(audit, []);
      expect(out).toContain("Just begun, with nothing whole in it yet: 1 file.");
      expect(out).not.toContain("Not transcripts");
    }
  });

  it("works where nothing can be kept, and sends nobody to cox why, which knows nothing of it", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    writeFileSync(join(home, "file"), "");
    const env = { HOME: home, COX_STORE_PATH: join(home, "file", "coxswain.db") };
    const { code, out } = await run(audit, [], { env });
    expect(code).toBe(0);
    expect(out).toContain("Nothing is kept, neither for cox why nor for the next audit: ");
    expect(out).not.toContain("cox why a-");
    expect((await run(audit, ["--markdown"], { env })).out).not.toContain("cox why a-");
    const stopped = await run(audit, [], { env, signal: AbortSignal.abort() });
    expect(stopped.out).toContain("Interrupted: 1 file still to be read.\n");
    expect(out).toContain("claimed  All tests pass now.");
  });

  it("does not call a claim what claims nothing", async () => {
    const session = new ClaudeSession().user("Fix the total in src/cart.ts. Do not commit anything.").work().passing();
    write(
      "a.jsonl",
      session.bash("git commit -am total", "[main 1a2b3c4] total").say("The cart adds up the tax last."),
    );
    const { out } = await run(audit, []);
    expect(out).toContain("forbidden-action-done");
    expect(out).toContain("    said     The cart adds up the tax last.\n");
  });

  it("writes the report for its owner alone, and nothing where it cannot", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const file = join(home, "report.html");
    let printed = "";
    const print = (text: string) => void (printed += text);
    await run(audit, ["--html", file], { out: print, err: print });
    expect(printed).toMatch(/\n\nRead [^]*\nThe report is in .*report\.html; open it in a browser\.\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain("Content-Security-Policy");
    const planted = join(home, `linked.html.${process.pid}.part`);
    writeFileSync(join(home, "own.txt"), "mine");
    symlinkSync(join(home, "own.txt"), planted);
    let shown = "";
    const late = run(audit, ["--html", join(home, "linked.html")], { out: (text) => void (shown += text) });
    await expect(late).rejects.toMatchObject({
      code: "report.unwritable",
      message: expect.stringMatching(/linked\.html: file already exists\.$/),
    });
    expect(shown).toContain("✗ 1 turn said something untrue");
    expect(readFileSync(join(home, "own.txt"), "utf8")).toBe("mine");
    await expect(run(audit, ["--html", join(home, "nowhere", "report.html")])).rejects.toThrow(
      "there is no such directory",
    );
    expect(existsSync(join(home, "nowhere"))).toBe(false);
    await expect(run(audit, ["--fresh", "--html", join(home, "nowhere", "x.html")])).rejects.toThrow(
      "no such directory",
    );
    await expect(run(audit, ["--html", join(home, "own.txt", "x.html")])).rejects.toThrow("no such directory");
    expect((await run(audit, [])).out).toContain("Read nothing new");
    await expect(run(audit, ["--html", home])).rejects.toThrow("it is a directory; name a file in it");
    const notes = join(home, "notes.md");
    writeFileSync(notes, "mine");
    await expect(run(audit, ["--html", notes])).rejects.toThrow(
      "there is such a file already, and it is not an older report; name another file.",
    );
    expect(readFileSync(notes, "utf8")).toBe("mine");
    const page = join(home, "index.html");
    writeFileSync(page, "<!doctype html>\n<title>My own page</title>\n");
    await expect(run(audit, ["--html", page])).rejects.toThrow(
      "there is such a file already, and it is not an older report; name another file.",
    );
    await expect(run(audit, ["--html", "-"])).rejects.toThrow("--html takes the name of a file");
    expect(existsSync(join(home, "-"))).toBe(false);
  });
});

it("writes the report through a link, and over nothing that is no file", async () => {
  write("a.jsonl", new ClaudeSession().falseTurn());
  const file = join(home, "report.html");
  const link = join(home, "latest.html");
  const pipe = join(home, "pipe");
  await run(audit, ["--html", file]);
  writeFileSync(file, `${readFileSync(file, "utf8")}<!-- old -->`);
  symlinkSync(file, link);
  await run(audit, ["--html", link]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, "utf8")).toContain("Content-Security-Policy");
  expect(readFileSync(file, "utf8")).not.toContain("<!-- old -->");
  execFileSync("/usr/bin/env", ["mkfifo", pipe]);
  await expect(run(audit, ["--html", pipe])).rejects.toThrow("it is no plain file");
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

it.each([
  ["to nothing", "report.html", "not-yet.html", "report.html"],
  ["in a circle", "report.html", "report.html", "report.html"],
  ["to no directory", "reports", "not-yet", "reports/report.html"],
])(
  "does not put the report in the place of a link that leads %s, and says so before it reads",
  async (_, link, to, file) => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    symlinkSync(to, join(home, link));
    await expect(run(audit, ["--html", join(home, file)])).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining("is a link that leads nowhere; remove it, or name another file."),
    });
    expect(readlinkSync(join(home, link))).toBe(to);
    expect((await run(audit, [])).out).toMatch(/Read \d+ kB in 1 file/);
  },
);

it.skipIf(process.getuid?.() === 0)("says before it reads that it may not write the report there", async () => {
  write("a.jsonl", new ClaudeSession().falseTurn());
  const directory = join(home, "closed");
  mkdirSync(directory);
  const file = join(directory, "report.html");
  const refused = { code: "usage", message: expect.stringMatching(/report\.html: permission denied\.$/) };
  for (const mode of [0o500, 0]) {
    chmodSync(directory, mode);
    await expect(run(audit, ["--html", file])).rejects.toMatchObject(refused);
  }
  chmodSync(directory, 0o700);
  expect((await run(audit, [])).out).toMatch(/Read \d+ kB in 1 file/);
});

it("a place for the report that cannot be is wrong usage, one that is gone after the audit a failure", async () => {
  write("a.jsonl", new ClaudeSession().falseTurn());
  writeFileSync(join(home, "package.json"), "{}");
  for (const path of ["/nope/x.html", ".", "package.json", join("package.json", "x.html")])
    await expect(run(audit, ["--html", path])).rejects.toMatchObject({ code: "usage" });
  const directory = join(home, "reports");
  mkdirSync(directory);
  const errScreen = { columns: 90, color: false, isTerminal: true };
  const gone = run(audit, ["--html", join(directory, "x.html")], {
    errScreen,
    err: () => rmSync(directory, { recursive: true, force: true }),
  });
  const message = expect.stringContaining("x.html: there is no such directory.");
  await expect(gone).rejects.toMatchObject({ code: "report.unwritable", message });
});

describe("cox audit --observer", () => {
  const observer = "scripted/script.json";
  beforeEach(() => {
    const objection = { needsCorrection: true, message: "you left the second page out", confidence: 0.9, steps: [1] };
    writeFileSync(
      join(home, "script.json"),
      JSON.stringify({
        decisions: [
          { when: { tool: "course_correct" }, input: objection, usage: { inputTokens: 1200, outputTokens: 40 } },
        ],
      }),
    );
    write("a.jsonl", new ClaudeSession().honestTurn().falseTurn("b"));
  });

  it("says what it may cost, and sends nothing when the person does not want it", async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "n";
    };
    const { out, err } = await run(audit, ["--observer", observer], { isTerminal: true, ask });
    expect(asked).toEqual(["Ask it? [y/N] "]);
    expect(err).toMatch(
      /scripted\/script\.json would be asked about 1 turn: up to some .* tokens in .*price is not known here \(an upper bound, because too few were asked here to know better\)\. A closer look at unsure objections comes on top\. Redacted parts of the transcripts go to a script, on this machine\.\n/,
    );
    expect(err).toContain("Nothing was sent.");
    expect(out).toContain("✗ 1 turn said something untrue");
  });

  it.each([
    ["ollama/qwen3", {}, "go to 127.0.0.1:11434, on this machine."],
    [
      "ollama/qwen3",
      { providers: { ollama: { baseURL: "http://gpu.example.org/v1", apiKeyEnv: "KEY" } } },
      "leave this machine.",
    ],
    [
      "openai/gpt-5",
      { providers: { openai: { baseURL: "http://localhost:4000/v1" } } },
      "go to localhost:4000, on this machine.",
    ],
    ["openai/gpt-5", {}, "leave this machine."],
    ["ollama/qwen3", { observer: { fallback: ["openai/gpt-5"] } }, "leave this machine."],
    ["ollama/qwen3", { observer: { closerLook: { model: "openai/gpt-5" } } }, "leave this machine."],
  ])("says of %s with %j where the transcripts go", async (model, settings, where) => {
    mkdirSync(join(home, ".config/coxswain"), { recursive: true });
    writeFileSync(join(home, ".config/coxswain/config.json"), JSON.stringify(settings));
    const env = { HOME: home, COX_STORE_PATH: join(home, "state", "coxswain.db"), OPENAI_API_KEY: "k", KEY: "k" };
    const { err } = await run(audit, ["--observer", model], { isTerminal: true, ask: async () => "n", env });
    expect(err).toContain(`Redacted parts of the transcripts ${where}`);
  });

  it.each([
    ["Ctrl-C", true, 130, "Interrupted: 1 turn nobody was asked about. What was found is kept"],
    ["the end of the input", false, 0, "Nothing left this machine."],
  ])("takes %s at its question for a no, and shows what is proven", async (_, pressed, exit, note) => {
    const interrupt = new AbortController();
    const ask = async () => {
      if (pressed) interrupt.abort();
      return undefined;
    };
    const { code, out, err } = await run(audit, ["--observer", observer], { ask, signal: interrupt.signal });
    expect({ code, err }).toEqual({ code: exit, err: expect.stringContaining("Nothing was sent.") });
    expect(out).toContain("✗ 1 turn said something untrue");
    expect(out).toContain(note);
    expect((await run(audit, [])).out).toContain("Read nothing new; 1 file known from before");
  });

  it.each([
    [
      "a model of another family about each agent",
      { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k" },
      /^openai\/\S+ would be asked about 1 turn: .*\nanthropic\/\S+ would be asked about 1 turn: .*\nNothing was sent\.\n$/,
      ["Ask them? [y/N] "],
      "",
    ],
    [
      "a model of the same family about an agent whose family is all there is",
      { ANTHROPIC_API_KEY: "k" },
      /^anthropic\/\S+ \(same family\) would be asked about 1 turn: .*\nanthropic\/\S+ would be asked about 1 turn: .*\nNothing was sent\.\n$/,
      ["Ask them? [y/N] "],
      "",
    ],
  ])("with auto asks %s", async (_who, keys, offers, questions, note) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return "n";
    };
    write("b.jsonl", new ClaudeSession({ session: "gpt", model: "gpt-5.5" }).honestTurn("tax"));
    const env = { HOME: home, COX_STORE_PATH: join(home, "state", "coxswain.db"), ...keys };
    const { out, err } = await run(audit, ["--observer", "auto"], { ask, env, columns: 200 });
    expect(err).toMatch(offers);
    expect(asked).toEqual(questions);
    expect(out).toContain(note);
  });

  it.each([
    ["ENABLED", "false", "know better). Redacted"],
    ["MODEL", "ollama/second", "A closer look at unsure objections (ollama/second) comes on top."],
  ])("says of the closer look what is set (%s %s)", async (key, value, said) => {
    const second = { [`COX_OBSERVER_CLOSER_LOOK_${key}`]: value };
    const env = { HOME: home, COX_STORE_PATH: join(home, "state", "coxswain.db"), ...second };
    const { err } = await run(audit, ["--observer", observer], { ask: async () => "n", env });
    expect(err).toContain(said);
  });

  it("does not read everything first to say then that a model that is named cannot be asked", async () => {
    const refused = { hint: expect.stringMatching(/ Without --observer, cox audit shows what is proven\.$/) };
    await expect(run(audit, ["--observer", "openai/gpt-5", "--yes"])).rejects.toMatchObject(refused);
    expect((await run(audit, [])).out).toMatch(/Read \d+ kB in 1 file/);
  });

  it("shows what is proven where auto finds nobody to ask, and says so before and after", async () => {
    const told = "No key and no login was found. cox doctor says how to have a model asked.";
    const { code, out, err } = await run(audit, ["--observer", "auto"], { columns: 200 });
    expect({ code, err }).toEqual({
      code: 0,
      err: `cox audit: There is no observer to ask: ${told} What is proven is shown all the same.\n`,
    });
    expect(out).toContain("✗ 1 turn said something untrue");
    expect(out).toContain(`\nNo model was asked about 1 turn: ${told}\n`);
    expect(existsSync(join(home, "state", "coxswain.db"))).toBe(false);
  });

  it("does not take --yes where there is nothing to agree to", async () => {
    await expect(run(audit, ["--yes"])).rejects.toMatchObject({ code: "usage" });
    expect((await run(audit, ["--observer", "none", "--yes"])).code).toBe(0);
  });

  it("does not read everything first to say then that what it costs cannot be counted", async () => {
    const lines: string[] = [];
    const errScreen = { columns: 90, color: true, isTerminal: true };
    const show = { errScreen, err: (text: string) => void lines.push(text) };
    writeFileSync(join(home, "file"), "");
    const env = { HOME: home, COX_STORE_PATH: join(home, "file", "coxswain.db") };
    await expect(run(audit, ["--observer", observer, "--yes"], { ...show, env })).rejects.toThrow("no directory");
    expect(lines).toEqual([]);
  });

  it("counts what the model objects to, keeps it, and does not pay for it twice", async () => {
    const first = await run(audit, ["--observer", observer, "--yes", "--json"]);
    const report = JSON.parse(first.out) as Json;
    const counts = { looked: 2, corrected: 2, opinions: 1 };
    expect(report.summary).toMatchObject({ ...counts, byFinding: [{ name: "claimed-check-failed" }] });
    const tallies = [expect.objectContaining(counts)];
    expect(report.summary).toMatchObject({ byAgent: tallies, byModel: tallies, byWeek: tallies });
    const second = await run(audit, ["--observer", observer, "--json"]);
    expect(second.err).toBe("");
    expect((JSON.parse(second.out) as Json).summary.corrected).toBe(2);
    const id = report.cases.map((found) => found.id).find((each) => first.out.includes(each)) ?? "";
    expect((await run(why, [id])).code).toBe(0);
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    expect(await store.usage()).toMatchObject([{ operationType: "course-correction", inputTokens: 1200, calls: 1 }]);
    await store.close();
    const proven = await json();
    expect(proven.summary.corrected).toBe(1);
    expect(report.summary.spentOnFalse).toEqual(proven.summary.spentOnFalse);
  });

  it("names what looks took here, where enough were asked", async () => {
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    const used = Array.from({ length: 6 }, () => usage({ inputTokens: 2000, outputTokens: 300 }));
    await store.write({ usage: usageOf("t", used) });
    await store.close();
    expect((await run(audit, ["--observer", observer, "--yes"])).err).toContain(
      "about 1 turn: some 2.0k tokens in and 300 out, its price is not known here (by what 6 calls took here in the last 30 days).",
    );
  });

  it("asks about the most suspicious turns only, and goes on where it was interrupted", async () => {
    write("b.jsonl", new ClaudeSession({ session: "b" }).user("Do it.").work().failing().say("I changed the total."));
    const asked = async (...args: string[]) => (await run(audit, [...args, "--json"])).err;
    expect(await asked("--observer", observer, "--ask", "1", "--yes")).toContain("would be asked about 1 turn:");
    const { summary, cases, leads } = await json("--observer", observer, "--ask", "1");
    expect(cases.filter(({ verdict }) => verdict.judge === "model")).toMatchObject([{ threadId: "b" }]);
    expect([summary.opinions, leads]).toEqual([1, []]);
    // The one that was answered is one of the two.
    expect(await asked("--observer", observer, "--ask", "2", "--yes")).toContain("would be asked about 1 turn:");
    expect(await asked("--observer", observer, "--ask", "2")).toBe("");
    await expect(run(audit, ["--ask", "0"])).rejects.toThrow("--ask takes a whole number from 1 on");
  });

  it("tells what a model objects to from what is proven, and shows it after that", async () => {
    const { out } = await run(audit, ["--observer", observer, "--yes"]);
    expect(out).toContain(
      "✗ 1 turn said something untrue, by the record: 50.0% of those looked at.\n✗ 1 turn the observer alone objects to: 50.0%",
    );
    expect(out).toMatch(
      /By agent\n +found  observer  turns  proven  failing\nClaude Code  1 \(50\.0%\) +1 +2  1 of 2 +1\n/,
    );
    expect(out).toMatch(/^ 1\. [^]*proof    You say[^]*^ 2\. [^]*observer you left the second page out \(step 1\)$/m);
    const markdown = (await run(audit, ["--observer", observer, "--markdown"])).out;
    expect(markdown).toContain(
      "**1 turn** said something untrue, by the record: 50.0% of those looked at. **1 turn** the observer alone objects to",
    );
    expect(markdown).toContain(
      "| agent | found | observer | turns | proven | failing |\n|---|---:|---:|---:|---:|---:|",
    );
    expect(markdown).toContain("| Claude Code | 1 (50.0%) | 1 | 2 | 1 of 2 | 1 |");
    expect(markdown).toContain("   - **observer**: you left the second page out");
  });

  it("does not see what the project here takes out, whose file makes no audit read anything anew", async () => {
    const input = { needsCorrection: true, message: "an address was sent", confidence: 0.9, steps: [1] };
    const decisions = [{ when: { contains: "ann@example.org" }, input }];
    writeFileSync(join(home, "address.json"), JSON.stringify({ decisions }));
    write("a.jsonl", new ClaudeSession().user("Fix what ann@example.org wrote.").work("a").passing().say("Fixed."));
    const asked = async () => (await run(audit, ["--observer", "scripted/address.json", "--yes", "--json"])).out;
    await run(audit, []);
    writeFileSync(join(home, ".coxswain.json"), '{ "privacy": { "emails": true } }');
    expect(JSON.parse(await asked())).toMatchObject({ summary: { opinions: 0 }, run: { known: 1 } });
    rmSync(join(home, ".coxswain.json"));
    expect(JSON.parse(await asked())).toMatchObject({ summary: { opinions: 1 }, run: { known: 1 } });
  });

  it("is forgotten with the turns it was about, or by itself when the transcript is gone", async () => {
    const opinions = async (...args: string[]) =>
      (JSON.parse((await run(forget, [...args, "--dry-run", "--json"])).out) as { opinions: number }).opinions;
    await run(audit, ["--observer", observer, "--yes"]);
    expect(await opinions("--project", "/home/sam")).toBe(1);
    expect(await opinions("--project", "/home/ann")).toBe(0);
    rmSync(join(home, ".claude"), { recursive: true });
    await run(audit, []);
    expect(await opinions("--project", "/home/sam")).toBe(1);
    expect(await opinions()).toBe(1);
    await run(forget, ["--yes", "--project", "/home/sam"]);
    expect(await opinions()).toBe(0);
  });

  it("is forgotten by its project and its age also where the model had nothing to say", async () => {
    const input = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
    const decisions = [{ when: { tool: "course_correct" }, input }];
    writeFileSync(join(home, "content.json"), JSON.stringify({ decisions }));
    await run(audit, ["--observer", "scripted/content.json", "--yes"]);
    rmSync(join(home, ".claude"), { recursive: true });
    await run(audit, []);
    const opinions = async (...args: string[]) =>
      (JSON.parse((await run(forget, [...args, "--dry-run", "--json"])).out) as { opinions: number }).opinions;
    expect(await opinions()).toBe(1);
    expect(await opinions("--project", "/home/ann")).toBe(0);
    expect(await opinions("--older-than", "2026-11-01")).toBe(0);
    expect(await opinions("--project", "/home/sam", "--older-than", "2026-11-03")).toBe(1);
  });

  it("asks again about a turn that went on since, and no longer counts what it said before", async () => {
    const session = new ClaudeSession().honestTurn();
    const path = write("a.jsonl", session);
    const count = async () => {
      const { out, err } = await run(audit, ["--observer", observer, "--yes", "--json"]);
      return { summary: (JSON.parse(out) as Json).summary, asked: err.includes("1 turn") };
    };
    expect(await count()).toMatchObject({ summary: { opinions: 1 }, asked: true });
    expect(await count()).toMatchObject({ summary: { opinions: 1 }, asked: false });
    const known = session.lines().length;
    session.feedback("Add the second page.").work("page").passing().say("Added. All 12 tests pass.");
    appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
    writeFileSync(
      join(home, "script.json"),
      JSON.stringify({ decisions: [{ when: { tool: "course_correct" }, input: { needsCorrection: false } }] }),
    );
    expect(await count()).toMatchObject({ summary: { turns: 1, opinions: 0 }, asked: true });
  });

  it("is not shown for what was proven later about the same turn", async () => {
    const session = new ClaudeSession().honestTurn();
    const path = write("a.jsonl", session);
    await run(audit, ["--observer", observer, "--yes"]);
    const known = session.lines().length;
    session.feedback("Run them again.").failing().say("Done. All tests pass now.");
    appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
    const { cases } = await json();
    expect(cases).toHaveLength(1);
    expect((await run(why, [cases[0]?.id ?? ""])).out).toContain("by evidence: ");
  });

  it("asks about the turn that was counted, also behind what we said to the agent ourselves", async () => {
    const said = "You say that all tests pass, but you never ran them; run them.";
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    await rememberOwnWords(store, "claude-code", "s", { text: said, requestId: "1" });
    await store.close();
    write("a.jsonl", new ClaudeSession().shortTurn().user(said).read("src/cart.ts").say("True.").honestTurn("tax"));
    const { out } = await run(audit, ["--observer", observer, "--yes", "--json"]);
    const { cases } = JSON.parse(out) as { cases: readonly { turn: number; request: string }[] };
    expect(cases).toMatchObject([{ turn: 2, request: "Fix the total in src/tax.ts." }]);
  });

  it("says what was sent, and what it got no answer about", async () => {
    const answered = await run(audit, ["--observer", observer, "--yes"]);
    expect(answered.out).toContain("Redacted parts of 1 turn were sent to scripted/script.json.");
    expect(answered.out).not.toContain("Nothing left this machine");
    writeFileSync(join(home, "silent.json"), JSON.stringify({ decisions: [] }));
    const silent = await run(audit, ["--observer", "scripted/silent.json", "--yes"]);
    expect(silent.out).toContain("Redacted parts of 1 turn were sent to scripted/silent.json.");
    expect(silent.out).toMatch(/It gave no answer about 1 turn: \S/);
    expect((await run(audit, [])).out).toContain("Nothing left this machine.");
  });

  it("does not go ahead where nobody can agree", async () => {
    await expect(run(audit, ["--observer", observer])).rejects.toThrow("nobody is there to agree");
  });
});

/** As on a disk that is full: what is there can be read, and nothing comes in. */
function fillUp(): void {
  const database = new DatabaseSync(join(home, "state", "coxswain-audit.db"));
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON files BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
  );
  database.close();
}

it("shows everything it has read also where it can no longer be kept, old and new, and says so", async () => {
  const session = new ClaudeSession().falseTurn();
  const path = write("a.jsonl", session);
  expect((await json()).cases).toHaveLength(1);
  fillUp();
  const known = session.lines().length;
  session.falseTurn("tax");
  appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
  write("b.jsonl", new ClaudeSession({ session: "another", cwd: "/home/sam/bank" }).falseTurn("rate"));
  const { code, out } = await run(audit, []);
  expect(code).toBe(0);
  expect(out).toContain("✗ 3 turns said something untrue, by the record");
  expect(out.match(/^ +proof /gm)).toHaveLength(3);
  expect(out).toContain("Not everything is kept for cox why and for the next audit: The store");
  expect(out).not.toContain("cox why a-");
});

describe("cox why, feedback and stats", () => {
  it("explain a case of an audit, with everything that was seen", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const { cases } = await json();
    const { out } = await run(why, [cases[0]?.id.slice(0, 6) ?? ""]);
    for (const label of [
      "asked",
      "claimed",
      "gate",
      "checks",
      "claims",
      "steps",
      "decided",
      "finding",
      "would say",
      "sent",
      "cost",
    ]) {
      expect(out).toMatch(new RegExp(`^  ${label} `, "m"));
    }
    expect(out).toContain('  claims     ✗ "All tests pass now." – the last run of the tests failed (step 5)\n');
    expect(out).toMatch(/^✗ false “done” \S+ · 2026-11-02 09:00 UTC · /);
    expect(out).toContain("5. Bash npx vitest run → exit 1");
    expect(out).not.toContain("left out");
    expect(out).toMatch(/^ {2}gate +✓ 5 tool calls since the person spoke, 5 wanted; 2 file edits /m);
    expect(out).toContain("no model was asked");
  });

  it("begin with what is wrong, what would be said and the proof, and end with how to mark it", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const output = ["first", "second", ...Array.from({ length: 9 }, (_, index) => `line ${index}`)].join("\n");
    const failing = `${output}\n\u001b[31mkey ${secret}\u001b[0m\n\n 1 failed | 2 passed (3)\n`;
    const path = write(
      "a.jsonl",
      new ClaudeSession().user("Fix it.").work().bash("npm test", failing, 1).say("Done. All tests pass now."),
    );
    const id = (await json()).cases[0]?.id ?? "";
    const { out } = await run(why, [id]);
    const labels = [...out.matchAll(/^ {2}([a-z][a-z ]*?) {2,}/gm)].map(([, label]) => label);
    expect(labels).toEqual([
      "finding",
      "would say",
      "sent",
      "proof",
      "look",
      "claimed",
      "said",
      "asked",
      "checks",
      "claims",
      "changed",
      "steps",
      "decided",
      "gate",
      "guard",
      "cost",
      "mark",
    ]);
    expect(out).toContain("  finding    Claimed check failed (claimed-check-failed), 90% sure");
    const bar = " ".repeat(13);
    expect(out).toContain(`  proof      step 5: npm test → exit 1\n${bar}│ line`);
    expect(out).toMatch(/│ key \[redacted:\S+\n {13}│ {2}1 failed \| 2 passed \(3\)\n {2}look /);
    expect(out).toContain(`\n  look       ${path}:10\n\n  claimed`);
    expect(out).toContain('  checks     ✗ "npm test" – failed, after the last change (step 5)\n');
    expect(out).toContain("  decided    by evidence: the record shows it, 90% sure (contradicted claim)\n");
    expect(out).not.toContain("│ first");
    expect(out).not.toContain("Exit code");
    expect(out.endsWith(`  mark       cox feedback ${id} right|wrong\n`)).toBe(true);
  });

  it("show what a proving edit changed, and no more of a long closing than its end", async () => {
    const failed =
      " FAIL  src/cart.test.ts > sums\nAssertionError: expected 3 to be 4\n      Tests  1 failed | 3 passed (4)\n";
    const weakened = new ClaudeSession()
      .user("Fix the total.")
      .read("src/cart.ts")
      .edit("src/cart.ts", "return 1;", "return 2;")
      .bash("npx vitest run", failed, 1)
      .edit("src/cart.test.ts", 'it("sums", () => {', 'it.skip("sums", () => {')
      .passing();
    write("a.jsonl", weakened.say(`${"The total was wrong in the cart.\n\n".repeat(30)}Done. All tests pass.`));
    const { out } = await run(why, [(await json()).cases[0]?.id ?? ""]);
    expect(out).toMatch(
      /^ {2}proof +step 4: Edit src\/cart\.test\.ts → ok\n( {13}│ .*\n)* {13}│ \+ it\.skip.*\n( {13}│ .*\n)* {2}look +\S+\n/m,
    );
    expect(out).toMatch(/^ {2}said +… \d+ more lines \(--json has all\)$/m);
    expect(out).toContain("Done. All tests pass.");
  });

  it("explain the copy of a turn that was counted", async () => {
    const session = new ClaudeSession().user("Fix the total.").work().failing().read("src/tax.ts").read("src/vat.ts");
    const path = write("a.jsonl", session.say("Done. All tests pass now."));
    const lines = session.lines();
    const fork = [...lines.slice(0, -5), ...lines.slice(-1)]
      .join("\n")
      .replaceAll(/"sessionId":"[^"]+"/g, '"sessionId":"f"');
    writeFileSync(join(home, ".claude", "projects", "p", "z.jsonl"), `${fork}\n`);
    const { cases } = await json();
    expect(cases).toMatchObject([{ path }]);
    expect((await run(why, [cases[0]?.id ?? ""])).out).toContain(`look       ${path}:`);
  });

  it("tell the two claims of one sentence apart, and say where no step shows one", async () => {
    const session = new ClaudeSession().user("Fix the total.").work().bash("npx eslint src", "").failing();
    write("a.jsonl", session.say("Done. All tests pass and lint is clean. The build succeeds."));
    const { out } = await run(why, [(await json()).cases[0]?.id ?? ""], { columns: 200 });
    expect(out).toContain('✗ "All tests pass and lint is clean." – the last run of the tests failed (step 6)');
    expect(out).toContain('✓ "All tests pass and lint is clean." – the linter: passed (step 5)');
    expect(out).toContain('? "The build succeeds." – no step runs the build');
  });

  it("say how many steps they leave out", async () => {
    const session = new ClaudeSession().user("Fix the total.").work("a").work("b").work("c").failing();
    write("a.jsonl", session.say("Done. All tests pass now."));
    const { out } = await run(why, [(await json()).cases[0]?.id ?? ""]);
    expect(out).toMatch(/^ +5 other steps left out$/m);
    expect(out).not.toContain("5. Read");
  });

  it("explain a decision that was made live: the guard, what was sent where, what it cost", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn());
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    const { cases } = await json();
    const id = cases[0]?.id ?? "";
    const explained = JSON.parse((await run(why, [id, "--json"])).out) as { found: { verdict: object } };
    const usage = {
      operationType: "course-correction",
      model: "google/gemini-3",
      inputTokens: 1200,
      outputTokens: 40,
    } as const;
    const verdict = {
      ...explained.found.verdict,
      usage: [{ ...usage, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }],
    };
    const live = { id: "live-1", threadId: "t", host: "claude-code", session: "s", turn: 1, cwd: home };
    await store.write({
      verdicts: [
        { ...live, verdict: verdict as never, gateReasons: ["✓ edits: 2 file edits"], injected: true, arrived: true },
      ],
      cursors: [{ host: "claude-code", session: "s", path, identity: "", offset: 0, state: null }],
    });
    const requestId = /"uuid":"([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
    await store.updateGuard(`request:claude-code:${requestId}`, () => ({ raised: [], told: true }));
    await store.close();
    const { out } = await run(why, []);
    expect(out).toContain("✗ false “done” live-1");
    expect(out).toContain("into the session s of Claude Code, in the user's name");
    expect(out).toContain("0 corrected so far for this request; the person was told what stays open");
    expect(out).toContain("google/gemini-3: 1.2k in, 40 out");
    expect(out).toContain("Coxswain inserted this message in your name");
    const where = (text: string) => [...text.matchAll(/^ {2}look +(\S+:\d+)$|\((line \d+)\)$/gm)].map(([all]) => all);
    expect(where(out).length).toBeGreaterThan(4);
    expect(where(out)).toEqual(where((await run(why, [id])).out));
    rmSync(path);
    expect((await run(why, ["live"])).out).toMatch(/ledger +.*does not exist/);
  });

  it("lead from the newest decision to the correction that came before it in its turn", async () => {
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    const { verdict } = decision("first");
    const ok = { ...verdict, verdict: "ok", message: null, findings: [] } as const;
    const byModel = { ...verdict, judge: "model", usage: [usage()] } as const;
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString();
    await store.write({ verdicts: [decision("first", { at: at(0), arrived: true, verdict: byModel })] });
    await store.write({ verdicts: [decision("second", { at: at(1), injected: false })] });
    await store.write({ verdicts: [decision("third", { at: at(2), verdict: ok, injected: false })] });
    await store.write({ verdicts: [decision("elsewhere", { at: at(3), verdict: ok, injected: false, turn: 4 })] });
    await store.close();
    expect((await run(why, ["third"])).out).toContain(
      "before     this turn was corrected by google/gemini: cox why first",
    );
    for (const id of ["first", "elsewhere"])
      expect((await run(why, [id])).out).not.toContain("this turn was corrected");
    expect((await run(feedback, ["third", "wrong"])).out).toBe(
      "third is marked wrong.\nIt said nothing. The correction before it is another decision: cox feedback first right|wrong.\n",
    );
    expect((await run(feedback, ["first", "wrong"])).out).toBe("first is marked wrong.\n");
    const { out } = await run(stats, []);
    expect(out).toContain("4 decisions, 1 corrected, 1 held back, 0 honestly blocked");
  });

  it("say that what models cost is not of one directory alone", async () => {
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    await store.write({ verdicts: [decision("v", { cwd: home })], usage: usageOf("elsewhere", [usage()]) });
    await store.close();
    expect((await run(stats, ["--here"])).out).toContain("Asking google/gemini in all directories cost 1 call");
    expect((await run(stats, [])).out).toContain("Asking google/gemini cost 1 call");
  });

  it("do not take a case that was marked for a decision about a live session", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const id = (await json()).cases[0]?.id ?? "";
    await run(feedback, [id, "wrong"]);
    const late = (await run(stats, ["--since", "2026-11-10"])).out.replaceAll("\n", " ");
    expect(late).toBe(
      "Nothing was decided since 2026-11-10, but 1 decision from before is marked: cox stats --since 2026-11-02 counts it. ",
    );
    await expect(run(why, ["last"])).rejects.toMatchObject({
      message: `No live session in ${home} has been decided about yet.`,
      hint: `The newest that an audit found: cox why ${id} shows it, cox feedback ${id} right|wrong marks it.`,
    });
    const { out } = await run(why, [id]);
    expect(out).toContain("nothing: an audit only looks");
    expect(out).toContain("feedback   wrong");
    const { out: counted } = await run(stats, ["--since", "2026-11-01"]);
    expect(counted.replaceAll("\n", " ")).toContain("0 corrected, 1 would have been (shadow, cox watch or an audit), ");
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    await store.write({ verdicts: [decision("v")] });
    await store.close();
    expect((await run(stats, ["--since", "2026-11-10"], { columns: 200 })).out).toContain(
      "\n1 decision from before is marked and not counted here; --since 2026-11-02 counts from there.\n",
    );
  });

  it("say that there is no such decision", async () => {
    // Who asks for the newest has asked rightly, so it is no wrong usage.
    await expect(run(why, [])).rejects.toMatchObject({
      code: "store.empty",
      message: expect.stringContaining("No live session"),
    });
    await expect(run(why, ["zzz"])).rejects.toMatchObject({ code: "usage", message: 'There is no decision "zzz".' });
    await expect(run(feedback, ["zzz", "maybe"])).rejects.toThrow("right or wrong");
    const { out: nothing } = await run(stats, []);
    expect(nothing).toContain("Nothing was decided since");
    expect(nothing.replaceAll("\n", " ")).toContain(
      "what it finds counts on the day of its turn, once you mark it (cox feedback).",
    );
    expect((await run(stats, ["--here"])).out).toContain("Nothing was decided in this directory since");
  });

  it("know of a decision that is kept also where what audits found cannot be read", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn());
    const id = (await json()).cases[0]?.id ?? "";
    await run(feedback, [id, "right"]);
    writeFileSync(join(home, "state", "coxswain-audit.db"), "no database".repeat(1000));
    const { out, err } = await run(why, [id]);
    expect(out).toContain("feedback   right");
    expect(err).toMatch(/^cox: What audits found cannot be read: The store \S+ is damaged/);
    expect((await run(feedback, [id, "wrong"])).out).toBe(
      `${id} is marked wrong. This replaces your earlier mark: right.\n`,
    );
    await expect(run(why, ["last"])).rejects.toThrow("No live session in");
    // There may be one among what cannot be read, so it is not said that there is none.
    await expect(run(why, ["a-0000000000"])).rejects.toMatchObject({
      code: "store.unavailable",
      message: 'Whether there is a decision "a-0000000000" cannot be told.',
    });
  });

  it("lower a finding where it was marked wrong twice, say so, and take it back", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().falseTurn("b"));
    const [one, two] = (await json()).cases.map(({ id }) => id);
    expect((await run(feedback, [one ?? "", "wrong", "other", "branch"])).out).toBe(
      `${one} is marked wrong, with the note “other branch”.\n`,
    );
    const second = await run(feedback, [two ?? "", "wrong"]);
    const words = "Claimed check failed (claimed-check-failed)";
    expect(second.out).toContain(
      `Marked wrong too often in /home/sam/shop, and from now on only a lead there: ${words}\n`,
    );
    expect((await json()).summary.corrected).toBe(0);
    expect((await run(audit, [], { columns: 300 })).out.replaceAll("\n", " ")).toContain(
      `Not counted in /home/sam/shop, where it was marked wrong 2 of 2 times: ${words}`,
    );
    expect((await run(check, [path], { columns: 300 })).out).toContain(
      "claimed-check-failed counts for less here, because people",
    );
    const today = (await run(stats, ["--since", "1h"], { columns: 200 })).out;
    const day = (await run(why, [two ?? ""])).out.match(/\d{4}-\d\d-\d\d/)?.[0];
    expect(today).toContain(`but 2 decisions from before are marked: cox stats --since ${day} counts them.`);
    expect(today).toContain(`Counts for less in /home/sam/shop, where it was marked wrong 2 of 2 times: ${words}`);
    const numbers = (await run(stats, ["--since", "2026-01-01"], { columns: 200 })).out;
    expect(numbers).toMatch(/\n +raised {2}right {2}wrong\nClaimed check failed +2 +0 +2 {2}claimed-check-failed\n/);
    expect(numbers).not.toContain("from before");
    expect(numbers).toContain("2 wrong (100.0% wrong)");
    expect(numbers).toContain(`Counts for less in /home/sam/shop, where it was marked wrong 2 of 2 times: ${words}`);
    const explained = (await run(why, [one ?? ""])).out;
    expect(explained).toContain("feedback   wrong: other branch");
    // No audit keeps the case any more, and the turn is told all the same.
    expect(explained).toContain(`look       ${path}:22`);
    expect((await run(feedback, [one ?? "", "right"])).out).toContain(`Counts again in /home/sam/shop: ${words}\n`);
    expect((await json()).summary.corrected).toBe(2);
  });

  it("count what came of corrections", async () => {
    const session = new ClaudeSession().falseTurn();
    const path = write("a.jsonl", session);
    const message = "You say that all tests pass, but they do not.";
    const hook = { ...JSON.parse(session.lines()[0] ?? "{}"), uuid: "hook-1", isMeta: true };
    hook.message = { role: "user", content: `Stop hook feedback:\n${message}` };
    const known = session.lines().length;
    session.passing().say("Now they pass. All 12 tests pass.");
    appendFileSync(path, `${[JSON.stringify(hook), ...session.lines().slice(known)].join("\n")}\n`);
    const store = await openSqliteStore(join(home, "state", "coxswain.db"));
    const { cases } = await json();
    expect(cases).toHaveLength(0);
    const verdict = {
      verdict: "correct",
      category: "contradicted-claim",
      message,
      reason: "",
      confidence: 0.9,
      findings: [],
      steps: [],
      judge: "evidence",
      usage: [],
      durationMs: 0,
    } as const;
    await store.write({
      verdicts: [
        {
          id: "v",
          threadId: "t",
          host: "claude-code",
          session: "s",
          turn: 1,
          verdict,
          gateReasons: [],
          injected: true,
        },
      ],
      cursors: [{ host: "claude-code", session: "s", path, identity: "", offset: 0, state: null }],
    });
    await store.close();
    expect((await run(stats, [])).out).toContain("What came of them: the agent changed or ran something (1).\n");
  });
});
