import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseDiff } from "../src/agent/files/splice.ts";
import { parseJsonc, valueOf } from "../src/text/jsonc.ts";
import { loadConfig } from "../src/config.ts";
import { CoxError } from "../src/text/errors.ts";
import { bansIn } from "../src/evidence/asked/bans.ts";
import { readClosing } from "../src/evidence/closing/closing.ts";
import { carriedFromJson, evidenceOf } from "../src/evidence/evidence.ts";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { receiptLines } from "../src/evidence/receipt/receipt-line.ts";
import { receiptOf } from "../src/evidence/receipt/receipt.ts";
import { checksOf } from "../src/evidence/record/find-checks.ts";
import { summariesIn } from "../src/evidence/record/summary.ts";
import { suspicionOf } from "../src/evidence/score/score.ts";
import { detectDocument, detectHost, HOSTS } from "../src/hosts/hosts.ts";
import { openTranscript } from "../src/hosts/open-transcript.ts";
import { readTranscript } from "../src/hosts/transcript.ts";
import { readArguments } from "../src/models/arguments.ts";
import { readScript } from "../src/models/scripted/script-file.ts";
import { sdkFailure } from "../src/models/sdk/sdk-failure.ts";
import { checkAnswer, COURSE_CORRECT } from "../src/observer/course-correct.ts";
import { createRedactor } from "../src/observer/redact.ts";
import { renderThread } from "../src/observer/render/render-thread.ts";
import { neutralise } from "../src/text/strings.ts";
import { wrap } from "../src/show/wrap.ts";
import { decodeDelta } from "../src/store/batch.ts";
import { decodeVerdict } from "../src/store/records.ts";
import { readLiteral } from "../src/thread/js-literal.ts";
import { parsePatch } from "../src/thread/patch.ts";
import { fold } from "../src/thread/reducer.ts";
import { shellChanges } from "../src/thread/shell-changes.ts";
import type { Thread } from "../src/thread/thread.ts";
import { parseCommandLine } from "../src/thread/shell/parse-command-line.ts";
import { toAction } from "../src/thread/to-action.ts";
import { anyDeltas } from "./support/any-delta.ts";
import { processorTime } from "./support/growth.ts";
import { giants, textOf } from "./support/hostile-text.ts";
import { mutatedLines } from "./support/mutated-lines.ts";
import { report } from "./support/report.ts";
import { thread } from "./support/thread-builder.ts";

const SEED = 20_261_115;
/** No single input may take longer three times in a row: it would as good as hang. */
const CASE_MS = 2000;
const GIANT_MS = 6000;
const GIANT_SIZE = 200_000;
const MEGABYTE = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "cox-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A reader of foreign bytes: what it is fed, and how often. Refusing with a `CoxError` is an answer. */
interface Target {
  readonly name: string;
  readonly runs: number;
  readonly input: fc.Arbitrary<unknown>;
  /** Words whose endless repetition it must bear; for readers of text. */
  readonly words?: readonly string[];
  readonly read: (input: unknown) => unknown;
}

function textTarget(name: string, runs: number, words: readonly string[], read: (text: string) => unknown): Target {
  return { name, runs, words, input: textOf(words), read: (text) => read(String(text)) };
}

const SHELL = [
  "cd ",
  "npm test",
  " && ",
  " || true",
  "; ",
  " | tail -5",
  "sed -i ",
  "cat <<EOF\n",
  "\nEOF\n",
  "$(",
  "${a:-b}",
  "$((1+",
  "> out.txt",
  " 2>&1",
  "<<<",
  "tee -a x",
  "git apply",
  "FOO=bar ",
  "'",
  '"',
  "\\",
  "case x in ",
  "esac",
  "for i in ",
  "; do ",
  "; done",
  "if ",
  "; then ",
  "; fi",
  "{ ",
  " }",
  "docker compose exec app ",
  "bash -c '",
  "python - <<'PY'\n",
  "npx vitest run",
  "timeout 5 ",
  "env -i ",
  "xargs ",
  "#x\n",
];
const PATCH = [
  "*** Begin Patch\n",
  "*** End Patch",
  "*** Update File: a.ts\n",
  "*** Add File: b.ts\n",
  "*** Delete File: c\n",
  "*** Move to: d\n",
  "@@ ",
  "@@ -1,3 +1,4 @@\n",
  "--- a/x\n",
  "+++ b/x\n",
  "diff --git a/x b/x\n",
  "new file mode 100644\n",
  "rename from a\n",
  "Binary files differ\n",
  "+line\n",
  "-line\n",
  " line\n",
  "\\ No newline at end of file\n",
];
const JSON_WORDS = [
  "{",
  "}",
  "[",
  "]",
  '"a"',
  ":",
  ",",
  "true",
  "null",
  "1e5",
  "-0",
  '"\\u00',
  '"\\',
  "// x\n",
  "/* ",
  " */",
  '"mode"',
  '"observer"',
  '"model"',
  "'",
  "\\n",
  "NaN",
  "0x1",
];
const PROSE = [
  "All tests pass. ",
  "I could not run it because ",
  "- [x] done\n",
  "- [ ] ",
  "## Summary\n",
  "1. ",
  "```\n",
  "```ts\n",
  "`npm test` ",
  "**Done** ",
  "> quoted\n",
  "| a | b |\n",
  "“",
  "”",
  "Should I ",
  "?",
  "if ",
  "would ",
  "not ",
  "42 tests ",
  "created `a.ts` ",
  "Next I'll ",
  "waiting for ",
  "…",
  "!",
  "never run `x` ",
  "please ",
  "don't touch ",
  "http://x.y/z ",
  "src/a/b.ts",
  "\t",
];
const OUTPUT = [
  "Tests  12 passed (12)\n",
  "Test Files ",
  "1 failed",
  "FAILED ",
  "PASS ",
  "ok ",
  "not ok 3",
  "# pass 4\n",
  "=== 3 passed, 1 failed in 0.2s ===\n",
  "--- FAIL: TestX (0.00s)\n",
  "test result: ok. 3 passed; 0 failed\n",
  "BUILD SUCCESSFUL in 3s\n",
  "Tests run: 4, Failures: 0, Errors: 1\n",
  "error TS2304: x\n",
  "Found 3 errors\n",
  "✖ 4 problems (1 error, 3 warnings)\n",
  "exit code 1\n",
  "\u001b[32m✓\u001b[0m ",
  "0 failing\n",
  "999999999999999999999 passed",
  "-1 passed",
  "\r",
  "All checks passed!\n",
  "HTTP/1.1 200 OK\n",
];
const SECRETS = [
  "password=",
  'password: "',
  "-----BEGIN RSA PRIVATE KEY-----\n",
  "-----END RSA PRIVATE KEY-----",
  "MIIEabcdefghijklmnopqrstuv\n",
  "sk-ant-",
  "ghp_",
  "Bearer ",
  "://u:",
  "@h/",
  "/home/x/",
  "eyJ",
  ".",
  "AKIA",
  "[redacted:secret:",
  "abcd]",
  "token",
  "=",
  ":",
  '\\"',
  "curl -u a:",
  "A1b2C3d4E5f6G7h8",
];
const LITERAL = [
  "{",
  "}",
  "[",
  "]",
  "'",
  '"',
  "`",
  "\\",
  "${",
  "a: ",
  "b = ",
  "=>",
  "new ",
  "function",
  "/x/g",
  "//",
  "1n",
  "0b1",
  ",",
  "...",
  "undefined",
  "-",
];

const redact = createRedactor({ emails: true, words: ["somebody"], home: "/home/somebody" });
const judge = createEvidenceJudge();

const TARGETS: readonly Target[] = [
  ...HOSTS.flatMap(hostTargets),
  {
    name: "a transcript of any host",
    runs: 500,
    input: fc.array(mutatedLines(fixtureLines("*")), { maxLength: 8 }),
    read: readAnyTranscript,
  },
  textTarget("a transcript that is none", 500, [...JSON_WORDS, '{"type":"user"}\n', "\n"], (text) =>
    readAnyTranscript([Buffer.from(text)]),
  ),
  textTarget("a command line", 5000, SHELL, (line) => parseCommandLine(line).map(checksOf)),
  textTarget("what a command line changes", 3500, SHELL, (line) => shellChanges(line, "/repo")),
  textTarget("a patch", 12_000, PATCH, parsePatch),
  textTarget("a diff of our own", 6000, PATCH, parseDiff),
  textTarget("a JavaScript literal", 6000, LITERAL, (text) => readLiteral(text, 0)),
  {
    name: "a tool call",
    runs: 5000,
    input: fc.tuple(
      fc.oneof(
        fc.constantFrom("Bash", "Edit", "Write", "apply_patch", "shell", "str_replace_editor", "exec"),
        fc.string(),
      ),
      toolInput(),
    ),
    read: (call) => toAction(...(call as [string, unknown])),
  },
  textTarget("JSON with comments", 7000, JSON_WORDS, (text) => {
    const parsed = parseJsonc(text);
    return "node" in parsed ? valueOf(parsed.node) : parsed;
  }),
  textTarget("a configuration file", 1000, JSON_WORDS, (text) =>
    loadConfig({
      cwd: "/p",
      env: {},
      home: "/h",
      tolerant: true,
      files: { read: () => text, exists: () => true, realPath: (path) => path },
    }),
  ),
  textTarget("a scripted model", 400, [...JSON_WORDS, '"turns"', '"decisions"', '"say"', '"when"'], (text) => {
    const path = join(folder, "script.json");
    writeFileSync(path, text);
    return readScript(path);
  }),
  textTarget(
    "arguments of a forced call",
    5000,
    [...JSON_WORDS, '"needsCorrection"', '"message"', '"confidence"', '"steps"'],
    (text) => {
      const read = readArguments(text, COURSE_CORRECT);
      return read.success ? checkAnswer(read.data, 9) : read;
    },
  ),
  {
    name: "what a provider's package threw",
    runs: 1200,
    input: fc.oneof(
      fc.anything(),
      fc.object({
        key: fc.constantFrom(
          "message",
          "statusCode",
          "responseHeaders",
          "responseBody",
          "data",
          "error",
          "retry-after",
          "cause",
        ),
      }),
    ),
    read: (error) => sdkFailure(error, { model: "a/b", provider: "a", secrets: ["xyz"] }),
  },
  textTarget(
    "a stored delta",
    6000,
    [...JSON_WORDS, '"v":1', '"type":"tool:data"', '"type":"user:message"'],
    decodeDelta,
  ),
  textTarget("a stored verdict", 3000, [...JSON_WORDS, '"verdict"', '"ok"'], (text) =>
    tolerant(() => decodeVerdict(text, null)),
  ),
  {
    name: "any log of deltas, folded, judged and rendered",
    runs: 1200,
    input: anyDeltas,
    read: (deltas) => foldAndRender(deltas as never),
  },
  ...(["test", "build", "typecheck", "lint", "format"] as const).map((kind) =>
    textTarget(`the output of a ${kind}`, 2500, OUTPUT, (text) => summariesIn(text, kind)),
  ),
  textTarget("a closing text", 4500, PROSE, (text) => readClosing(`${text} `)),
  textTarget("a request", 3500, PROSE, (text) =>
    accountOf(thread().user(text).bash("npm test").close("Done.").build()),
  ),
  textTarget("bans", 3500, [...PROSE, "don't ", "never ", "commit", "leave ", " alone"], (text) => bansIn(text, 1)),
  textTarget("a turn of a command and what it printed", 1500, [...SHELL, ...OUTPUT], (text) =>
    accountOf(
      thread()
        .user("Fix it.")
        .edit("/repo/a.ts", "a", text)
        .bash(text, { exit: 1, output: text })
        .close(`All tests pass. ${text}`)
        .build(),
    ),
  ),
  {
    name: "a stored state of the evidence",
    runs: 1500,
    input: fc.oneof(fc.jsonValue(), fc.record({ checks: fc.jsonValue(), bans: fc.jsonValue() })),
    read: (state) => tolerant(() => carriedFromJson(state)),
  },
  textTarget("text to be redacted", 2500, SECRETS, (text) => redact(text)),
  textTarget("text to be shown", 6000, ["\u001b[", "31m", "\u001b]0;", "\u0007", "\u009b", ...PROSE], (text) =>
    wrap(neutralise(text), 20),
  ),
];

describe("every reader of foreign bytes", () => {
  let cases = 0;
  let slowest = { name: "", milliseconds: 0 };
  let heapBefore = 0;
  beforeAll(() => {
    heapBefore = heapInUse();
  });

  it.each(TARGETS)("bears anything: $name", ({ name, runs, input, read }) => {
    const check = fc.property(input, (value) => timed(name, CASE_MS, () => read(value)));
    expect(fc.check(check, { numRuns: runs, seed: SEED })).toMatchObject({ failed: false });
  });

  it.each(TARGETS.filter((target) => target.words !== undefined))(
    "bears giants: $name",
    ({ name, words = [], read }) => {
      for (const text of giants(words, GIANT_SIZE)) expect(timed(name, GIANT_MS, () => read(text))).toBe(true);
    },
  );

  it("keeps nothing of what it read", () => {
    expect(heapInUse() - heapBefore).toBeLessThan(64 * MEGABYTE);
  });

  it("was fed enough", () => {
    report(
      `fuzzing: ${cases} cases for ${TARGETS.length} readers, none threw or hung; the slowest took ${Math.round(slowest.milliseconds)} ms (${slowest.name})`,
    );
    expect(cases).toBeGreaterThan(100_000);
  });

  function timed(name: string, limit: number, read: () => unknown): boolean {
    cases += 1;
    let milliseconds = Infinity;
    for (let attempt = 0; attempt < 3 && milliseconds > limit; attempt++) {
      milliseconds = Math.min(
        milliseconds,
        processorTime(() => orRefused(read)),
      );
    }
    if (milliseconds > slowest.milliseconds) slowest = { name, milliseconds };
    if (milliseconds > limit) throw new Error(`took ${Math.round(milliseconds)} ms`);
    return true;
  }
});

function hostTargets(host: (typeof HOSTS)[number]): Target[] {
  const lines = fixtureLines(host.name);
  return [
    {
      name: `lines of ${host.name}`,
      runs: 800,
      input: fc.array(mutatedLines(lines), { maxLength: 6 }),
      read: (buffers) => {
        const reader = host.createReader();
        const deltas = (buffers as Buffer[]).flatMap((buffer) => {
          const reading = reader.read(Buffer.from(buffer));
          return reading.type === "deltas" ? reading.deltas : [];
        });
        host.createReader(JSON.parse(JSON.stringify(reader.state() ?? null)) ?? undefined);
        return fold(deltas);
      },
    },
    {
      name: `a stored position of ${host.name}`,
      runs: 600,
      input: fc.jsonValue(),
      read: (state) => host.createReader(state).state(),
    },
    {
      name: `a document of ${host.name}`,
      runs: 600,
      input: fc.jsonValue({ maxDepth: 4 }),
      read: (value) => [host.readDocument?.(value), detectDocument(value), detectHost([value])],
    },
  ];
}

function fixtureLines(host: string): string[] {
  const files = globSync(`fixtures/${host}/*/transcript.*`, { cwd: import.meta.dirname });
  const lines = files.flatMap((file) => {
    const path = join(import.meta.dirname, file);
    const written = readFileSync(path, "latin1").split("\n");
    return [...written.filter((line) => line !== ""), ...(file.endsWith(".json") ? recordLines(path) : [])];
  });
  return lines.length > 0
    ? lines
    : [
        '{"type":"user","message":{"role":"user","content":"hello"}}',
        '{"role":"assistant","content":[{"type":"text","text":"hi"}]}',
      ];
}

/** The records of a document, each in a line, as far as somebody knows it. */
function recordLines(path: string): string[] {
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  const records = detectDocument(document)?.readDocument?.(document) ?? [];
  return records.map((record) => Buffer.from(JSON.stringify(record)).toString("latin1"));
}

function readAnyTranscript(input: unknown): unknown {
  const path = join(folder, "transcript.jsonl");
  writeFileSync(path, Buffer.concat((input as Buffer[]).flatMap((line) => [line, Buffer.from("\n")])));
  const { host } = openTranscript(path);
  return readTranscript(path, host, { onDeltas: (deltas) => fold(deltas) });
}

function foldAndRender(deltas: Parameters<typeof fold>[0]): unknown {
  const told = fold(deltas);
  return told.turns.map((turn) => [accountOf(told, turn), renderThread(told, turn, { redact, budget: 4000 })]);
}

/** Everything that is made of a turn: the verdict, the account and the score. */
function accountOf(told: Thread, turn = told.turns.at(-1)): unknown {
  if (!turn) return undefined;
  const evidence = evidenceOf(told, turn);
  const { p } = suspicionOf(evidence);
  if (!(p >= 0 && p <= 1)) throw new Error(`a p of ${p}`);
  return [judge.assess({ thread: told, turn }), receiptLines(receiptOf(evidence))];
}

/** Throws what the reader throws, unless it is a refusal in words. */
function orRefused(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof CoxError)) throw error;
  }
}

/** For readers whose caller turns any exception into a refusal. */
function tolerant(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function toolInput(): fc.Arbitrary<unknown> {
  const text = textOf([...SHELL, ...PATCH]);
  return fc.oneof(
    fc.anything(),
    fc.record(
      {
        command: fc.oneof(text, fc.array(text, { maxLength: 3 })),
        file_path: text,
        old_string: text,
        new_string: text,
        patch: text,
        input: text,
        content: text,
      },
      { requiredKeys: [] },
    ),
  );
}
