import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { code, generator, pick, prose, type Random, uuid, word } from "./synthetic-transcript.ts";

const MEGABYTE = 1024 * 1024;
const BATCH = 2 * MEGABYTE;
const DAY = 86_400_000;
const FIRST_DAY = Date.parse("2026-03-02T08:00:00.000Z");
/** The largest session, in megabytes. Most sessions are small, and a few hold most of the bytes. */
const LARGEST = 48;

export interface SyntheticHome {
  readonly files: readonly string[];
  readonly bytes: number;
}

/** Writes a home of about this size, half Claude Code sessions and half Codex; the same for the same seed. */
export function writeSyntheticHome(home: string, megabytes: number, seed = 11): SyntheticHome {
  const random = generator(seed);
  const files: string[] = [];
  let bytes = 0;
  let codex = 0;
  while (bytes < megabytes * MEGABYTE) {
    const size = Math.min(LARGEST, 0.05 * Math.exp(random() * random() * 8)) * MEGABYTE;
    const at = FIRST_DAY + Math.floor(random() * 200) * DAY;
    const isCodex = codex < bytes / 2;
    const path = isCodex ? codexPath(home, random, at) : claudePath(home, random);
    const written = writeSession(path, isCodex ? codexLines(random, at) : claudeLines(random, at), size);
    if (isCodex) codex += written;
    bytes += written;
    files.push(path);
  }
  return { files, bytes };
}

function claudePath(home: string, random: Random): string {
  const folder = join(home, ".claude", "projects", `-home-mia-${word(random)}`);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${uuid(random)}.jsonl`);
}

function codexPath(home: string, random: Random, at: number): string {
  const [year = "", month = "", day = ""] = new Date(at).toISOString().slice(0, 10).split("-");
  const folder = join(home, ".codex", "sessions", year, month, day);
  mkdirSync(folder, { recursive: true });
  return join(folder, `rollout-${year}-${month}-${day}T08-00-00-${uuid(random)}.jsonl`);
}

/** Writes whole turns until the size is reached. */
function writeSession(path: string, turns: Generator<object[]>, size: number): number {
  const file = openSync(path, "w");
  let written = 0;
  let batch: string[] = [];
  let pending = 0;
  for (const lines of turns) {
    for (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      batch.push(text);
      pending += text.length;
    }
    if (pending < BATCH && written + pending < size) continue;
    written += writeSync(file, batch.join(""));
    batch = [];
    pending = 0;
    if (written >= size) break;
  }
  closeSync(file);
  return written;
}

interface Deed {
  readonly kind: "read" | "search" | "edit" | "run";
  readonly path: string;
  readonly command: string;
  readonly output: string;
  readonly failed: boolean;
}

/** How often an agent does what: Claude Code has tools to read and edit, Codex does nearly everything in the shell. */
interface Habits {
  readonly read: number;
  readonly search: number;
  readonly edit: number;
  /** The longest turns have about this many steps; half of the turns have at most six. */
  readonly longest: number;
}

const CLAUDE: Habits = { read: 0.38, search: 0.11, edit: 0.23, longest: 45 };
const CODEX: Habits = { read: 0.58, search: 0.25, edit: 0.05, longest: 110 };

/** The steps of one turn: looking around, some changes, a check. The lengths follow 434 real turns. */
function* deeds(random: Random, { read, search, edit, longest }: Habits): Generator<Deed> {
  const count = Math.floor(longest ** random()) - 1;
  for (let index = 0; index < count; index += 1) {
    const path = `/home/mia/ledger/src/${word(random)}/${word(random)}.ts`;
    const chance = random();
    if (chance < read)
      yield { kind: "read", path, command: `sed -n 1,200p ${path}`, output: code(random, 5000), failed: false };
    else if (chance < read + search) {
      yield { kind: "search", path, command: `rg -n ${word(random)} src`, output: code(random, 900), failed: false };
    } else if (chance < read + search + edit) yield { kind: "edit", path, command: "", output: "", failed: false };
    else yield run(random, path);
  }
}

const LOOKS = [
  "cd /home/mia/ledger && git status --short && git diff --stat HEAD~1",
  "ls -la src && find src -name '*.ts' | head -40",
  "cd /home/mia/ledger && git log --oneline -5 && git show --stat HEAD | head -30",
  'grep -rn "amount" src --include=*.ts | grep -v test | head -40',
  "cd /home/mia/ledger && npm run build 2>&1 | tail -20",
];
const CHECKS = [
  "cd /home/mia/ledger && npx vitest run 2>&1 | tail -40",
  "cd /home/mia/ledger && npm test -- --reporter=dot 2>&1 | tail -60",
  "npx vitest run src/ledger/rows.test.ts src/ledger/totals.test.ts --reporter=verbose",
  "cd /home/mia/ledger && npx tsc -p . --noEmit && echo types ok",
];

function run(random: Random, path: string): Deed {
  if (random() < 0.5) {
    return { kind: "run", path, command: pick(random, LOOKS), output: code(random, 1500), failed: false };
  }
  const failed = random() < 0.25;
  const summary = failed ? " Tests  2 failed | 40 passed (42)" : " Tests  42 passed (42)";
  const command = pick(random, CHECKS);
  return { kind: "run", path, command, output: `${code(random, 1200)}\n${summary}\n`, failed };
}

function requestText(random: Random): string {
  return `Change how the ${word(random)} of src/${word(random)}.ts is shown. ${prose(random, 160)}`;
}

/** Every tenth closing text makes a claim that can be compared with the record. */
function closingText(random: Random): string {
  const claim = random() < 0.1 ? " All tests pass." : "";
  return `I changed how it is shown in \`src/${word(random)}.ts\`.${claim}\n\n${prose(random, 600)}`;
}

function* claudeLines(random: Random, start: number): Generator<object[]> {
  const session = uuid(random);
  let time = start;
  let count = 0;
  const envelope = (body: object): object => {
    time += 4000;
    return {
      parentUuid: uuid(random),
      isSidechain: false,
      userType: "external",
      cwd: "/home/mia/ledger",
      sessionId: session,
      version: "2.1.39",
      gitBranch: "main",
      ...body,
      uuid: uuid(random),
      timestamp: new Date(time).toISOString(),
    };
  };
  const assistant = (block: object, stop_reason: string | null): object => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 512,
      cache_read_input_tokens: 41_000,
      output_tokens: 90,
    };
    const message = { model: "claude-opus-4-6", id: `msg_${session}_${count}`, type: "message", role: "assistant" };
    return envelope({
      message: { ...message, content: [block], stop_reason, stop_sequence: null, usage },
      requestId: `req_${count}`,
      type: "assistant",
    });
  };
  for (;;) {
    const lines: object[] = [];
    lines.push(envelope({ type: "user", message: { role: "user", content: requestText(random) } }));
    for (const deed of deeds(random, CLAUDE)) {
      count += 1;
      const id = `toolu_${session}_${count}`;
      if (random() < 0.5) {
        lines.push(
          assistant({ type: "thinking", thinking: prose(random, 700), signature: uuid(random).repeat(12) }, null),
        );
      }
      lines.push(assistant({ type: "tool_use", id, ...claudeCall(deed, random) }, "tool_use"));
      for (let more = Math.floor(random() * 2.6); more > 0; more -= 1) {
        const output = code(random, 900);
        const data = { type: "bash_progress", output, fullOutput: output, elapsedTimeSeconds: 3 };
        lines.push(envelope({ type: "progress", data, toolUseID: id, parentToolUseID: id }));
      }
      const content = deed.failed ? `Exit code 1\n${deed.output}` : deed.output || "The file was updated.";
      const result = { tool_use_id: id, type: "tool_result", content, is_error: deed.failed };
      lines.push({
        ...envelope({ type: "user", message: { role: "user", content: [result] } }),
        toolUseResult: deed.failed ? `Error: ${content}` : claudeDetails(deed, random),
      });
    }
    count += 1;
    lines.push(assistant({ type: "text", text: closingText(random) }, "end_turn"));
    yield lines;
  }
}

function claudeCall({ kind, path, command }: Deed, random: Random): object {
  switch (kind) {
    case "read":
      return { name: "Read", input: { file_path: path } };
    case "search":
      return { name: "Grep", input: { pattern: word(random), path: "/home/mia/ledger/src" } };
    case "edit":
      return { name: "Edit", input: { file_path: path, old_string: code(random, 400), new_string: code(random, 600) } };
    case "run":
      return { name: "Bash", input: { command, description: prose(random, 40) } };
  }
}

function claudeDetails({ kind, output }: Deed, random: Random): object {
  switch (kind) {
    case "read":
      return { type: "text", file: { content: output, numLines: 120, startLine: 1, totalLines: 120 } };
    case "edit":
      return { oldString: code(random, 400), newString: code(random, 600), originalFile: code(random, 9000) };
    case "search":
    case "run":
      return { stdout: output, stderr: "", interrupted: false, isImage: false };
  }
}

function* codexLines(random: Random, start: number): Generator<object[]> {
  const id = uuid(random);
  let time = start;
  let tokens = 0;
  let calls = 0;
  const line = (type: string, payload: object): object => {
    time += 3000;
    return { timestamp: new Date(time).toISOString(), type, payload };
  };
  const item = (payload: object): object => line("response_item", payload);
  const event = (payload: object): object => line("event_msg", payload);
  const counted = (): object => {
    tokens += 42_000;
    const last = {
      input_tokens: 41_000,
      cached_input_tokens: 38_000,
      output_tokens: 900,
      reasoning_output_tokens: 300,
    };
    const info = {
      total_token_usage: { ...last, total_tokens: tokens },
      last_token_usage: { ...last, total_tokens: 41_900 },
    };
    return event({ type: "token_count", info, rate_limits: { primary: { used_percent: 12, window_minutes: 300 } } });
  };
  const cwd = "/home/mia/ledger";
  const meta = {
    id,
    timestamp: new Date(start).toISOString(),
    cwd,
    originator: "codex-tui",
    cli_version: "0.140.0",
    source: "cli",
  };
  let opening = [line("session_meta", { ...meta, base_instructions: { text: prose(random, 9000) } })];
  for (;;) {
    const request = requestText(random);
    const lines = [
      ...opening,
      event({ type: "task_started", turn_id: uuid(random) }),
      line("turn_context", { turn_id: uuid(random), cwd, model: "gpt-5.5", summary: "auto" }),
      item({ type: "message", role: "user", content: [{ type: "input_text", text: request }] }),
      event({ type: "user_message", message: request, images: [] }),
    ];
    opening = [];
    for (const deed of deeds(random, CODEX)) {
      calls += 1;
      const call_id = `call_${id}_${calls}`;
      if (random() < 0.5)
        lines.push(item({ type: "reasoning", summary: [], encrypted_content: uuid(random).repeat(8) }));
      if (deed.kind === "edit") lines.push(...codexPatch(deed, call_id, random).map(item));
      else {
        const output = `Chunk ID: a1b2c3\nWall time: 0.2 seconds\nProcess exited with code ${deed.failed ? 1 : 0}\nOutput:\n${deed.output}`;
        lines.push(
          item({
            type: "function_call",
            name: "exec_command",
            arguments: JSON.stringify({ cmd: deed.command, workdir: cwd }),
            call_id,
          }),
          item({ type: "function_call_output", call_id, output }),
        );
      }
      lines.push(counted());
    }
    const text = closingText(random);
    lines.push(
      event({ type: "agent_message", message: text }),
      item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
      counted(),
      event({ type: "task_complete", turn_id: "t", last_agent_message: text }),
    );
    yield lines;
  }
}

function codexPatch({ path }: Deed, call_id: string, random: Random): object[] {
  const mark = (sign: string, text: string): string => text.replaceAll(/^/gm, sign);
  const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n${mark("-", code(random, 400))}\n${mark("+", code(random, 600))}\n*** End Patch\n`;
  return [
    { type: "custom_tool_call", status: "completed", call_id, name: "apply_patch", input },
    {
      type: "custom_tool_call_output",
      call_id,
      output: `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated ${path}\n`,
    },
  ];
}
