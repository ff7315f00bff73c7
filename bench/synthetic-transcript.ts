import { closeSync, openSync, writeSync } from "node:fs";

const MEGABYTE = 1024 * 1024;

/**
 * Writes a transcript like those of Claude Code, of about the given size. The kinds of lines, their shares and sizes
 * follow 75 real sessions: a third of the bytes are the structured copies of tool results, a fifth is progress and
 * other bookkeeping, and one line in eight has characters outside Latin-1.
 */
export function writeSyntheticTranscript(path: string, megabytes: number, seed = 7): void {
  const random = generator(seed);
  const file = openSync(path, "w");
  let batch: string[] = [];
  let pending = 0;
  let written = 0;
  for (let step = 0; written < megabytes * MEGABYTE; step += 1) {
    for (const line of stepLines(step, random)) {
      const text = `${JSON.stringify(line)}\n`;
      batch.push(text);
      pending += text.length;
    }
    if (pending < Math.min(4, megabytes / 10) * MEGABYTE) continue;
    written += writeSync(file, batch.join(""));
    batch = [];
    pending = 0;
  }
  closeSync(file);
}

export type Random = () => number;

/** One call of the agent, with all lines that are written around it. */
function* stepLines(step: number, random: Random): Generator<object> {
  const message = `msg_${step}`;
  const call = `toolu_${step}`;
  if (step % 12 === 0) {
    yield { type: "file-history-snapshot", messageId: uuid(random), snapshot: { trackedFileBackups: {} } };
    yield envelope(random, { type: "user", message: { role: "user", content: prose(random, 200) } });
  }
  if (random() < 0.6) {
    yield assistant(random, message, {
      type: "thinking",
      thinking: prose(random, 700),
      signature: base64(random, 500),
    });
  }
  if (random() < 0.4) yield assistant(random, message, { type: "text", text: prose(random, 350) });
  const tool = pick(random, TOOLS);
  yield assistant(random, message, { type: "tool_use", id: call, name: tool, input: inputOf(tool, random) });
  for (let count = Math.floor(random() * 2.4); count > 0; count -= 1) yield progress(random, call);
  const content = [{ tool_use_id: call, type: "tool_result", ...resultOf(tool, random) }];
  yield {
    ...envelope(random, { type: "user", message: { role: "user", content } }),
    toolUseResult: detailsOf(tool, random),
    sourceToolAssistantUUID: uuid(random),
  };
  if (step % 12 === 11) {
    yield assistant(random, `${message}_end`, { type: "text", text: prose(random, 900) });
    yield envelope(random, { type: "system", subtype: "stop_hook_summary", hookCount: 1, hookErrors: [] });
    yield envelope(random, { type: "system", subtype: "turn_duration", durationMs: 40_000 });
  }
}

const TOOLS = ["Read", "Read", "Read", "Bash", "Bash", "Bash", "Edit", "Edit", "Grep", "Write"];

function inputOf(tool: string, random: Random): object {
  const path = `/home/mia/ledger/src/${word(random)}.ts`;
  switch (tool) {
    case "Edit":
      return { file_path: path, old_string: code(random, 400), new_string: code(random, 600), replace_all: false };
    case "Write":
      return { file_path: path, content: code(random, 4000) };
    case "Bash":
      return { command: `npm run ${word(random)} 2>&1 | tail -50`, description: prose(random, 40) };
    default:
      return { file_path: path, pattern: word(random) };
  }
}

function resultOf(tool: string, random: Random): object {
  switch (tool) {
    case "Read":
      return { content: numbered(code(random, 5000)) };
    case "Bash":
      return random() < 0.1
        ? { content: `Exit code 1\n${code(random, 1500)}`, is_error: true }
        : { content: code(random, 1500), is_error: false };
    case "Grep":
      return { content: code(random, 900) };
    default:
      return { content: "The file has been updated successfully." };
  }
}

function detailsOf(tool: string, random: Random): object {
  switch (tool) {
    case "Edit":
      return { oldString: code(random, 400), newString: code(random, 600), originalFile: code(random, 9000) };
    case "Write":
      return { type: "create", content: code(random, 4000), structuredPatch: [], originalFile: null };
    case "Bash":
      return { stdout: code(random, 1500), stderr: "", interrupted: false, isImage: false };
    case "Read":
      return { type: "text", file: { content: code(random, 5000), numLines: 120, startLine: 1, totalLines: 120 } };
    default:
      return { mode: "content", content: code(random, 900), numFiles: 3 };
  }
}

function progress(random: Random, call: string): object {
  const agent = random() < 0.2;
  const data = agent
    ? { type: "agent_progress", message: { type: "user", message: { role: "user", content: code(random, 6000) } } }
    : { type: "bash_progress", output: code(random, 200), fullOutput: code(random, 200), elapsedTimeSeconds: 3 };
  return envelope(random, { type: "progress", data, toolUseID: call, parentToolUseID: call });
}

function assistant(random: Random, id: string, block: object): object {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 512,
    cache_read_input_tokens: 41_000,
    output_tokens: 9,
  };
  const message = { model: "claude-opus-4-6", id, type: "message", role: "assistant", content: [block] };
  const body = { message: { ...message, stop_reason: null, stop_sequence: null, usage }, requestId: `req_${id}` };
  return envelope(random, { ...body, type: "assistant" });
}

function envelope(random: Random, body: object): object {
  return {
    parentUuid: uuid(random),
    isSidechain: false,
    userType: "external",
    cwd: "/home/mia/ledger",
    sessionId: "0f6b5a52-7a1c-4c1e-9d0b-3f8f6f0f9a11",
    version: "2.1.39",
    gitBranch: "main",
    slug: "quiet-counting-heron",
    ...body,
    uuid: uuid(random),
    timestamp: "2026-03-03T09:00:00.000Z",
  };
}

const WORDS =
  "total row invoice ledger parse render queue the a of and test const return await import export if null string".split(
    " ",
  );
const LINES = [
  "  const total = rows.reduce((sum, row) => sum + row.amount, 0);\n",
  '\tif err != nil {\n\t\treturn fmt.Errorf("read %q: %w", path, err)\n\t}\n',
  'import { open } from "node:fs/promises";\n',
  "// The rest is kept as it was.\n",
  '  expect(render(<Row name="tea" />)).toContain("tea\\u00a0bag");\n',
  "\n",
];

export function prose(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += `${word(random)} `;
  return random() < 0.1 ? `${text}✓ done` : text;
}

export function code(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += pick(random, LINES);
  return text;
}

function numbered(text: string): string {
  const lines = text.split("\n");
  return lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join("\n");
}

export function word(random: Random): string {
  return pick(random, WORDS);
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

function base64(random: Random, length: number): string {
  let text = "";
  while (text.length < length) text += Math.floor(random() * 2 ** 30).toString(36);
  return text;
}

export function uuid(random: Random): string {
  const hex = (digits: number): string =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, "0");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}

/** A random generator that gives the same numbers in every run. */
export function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
