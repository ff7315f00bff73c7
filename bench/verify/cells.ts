/** Small projects that each end in one known way, for five runners. `run-cell.ts` builds and checks them. */

export const RUNNERS = ["node:test", "vitest", "unittest", "make", "cargo"] as const;
export type Runner = (typeof RUNNERS)[number];

export const VARIANTS = [
  "pass",
  "fail now",
  "fail before",
  "hang",
  "missing tool",
  "no tests",
  "flaky",
  "needs an ignored file",
  "needs a large one",
] as const;
export type Variant = (typeof VARIANTS)[number];

export type Files = Readonly<Record<string, string>>;

/** One line of a test, in the language of the runner. */
interface Language {
  readonly adds: string;
  readonly hangs: string;
  /** Fails at its first, third, … run, wherever it runs. */
  readonly alternates: string;
  readonly reads: (path: string) => string;
}

interface Kit extends Language {
  /** A project whose one test is these lines; none where there are none. */
  readonly project: (lines: readonly string[], sign: "+" | "-") => Files;
  /** The files that call a tool that is not there; absent where the runner itself is taken away. */
  readonly missing?: Files;
  /** The program that is taken off the path to make the tool miss. */
  readonly program?: string;
}

const JAVASCRIPT: Language = {
  adds: "assert.equal(add(2, 2), 4);",
  hangs: "await new Promise((done) => setTimeout(done, 600_000));",
  alternates: `const seen = tmpdir() + "/seen"; appendFileSync(seen, "."); assert.equal(readFileSync(seen).length % 2, 0);`,
  reads: (path) => `assert.ok(existsSync(${JSON.stringify(path)}), "a file is missing");`,
};
const IMPORTS = `import assert from "node:assert";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { add } from "./add.js";
`;

function javascript(script: string, from: string): Kit["project"] {
  return (lines, sign) => ({
    "package.json": JSON.stringify({ type: "module", scripts: { test: script } }),
    "add.js": `export const add = (a, b) => a ${sign} b;\n`,
    ...(lines.length > 0 && {
      "add.test.js": `${from}\n${IMPORTS}test("adds two numbers", async () => {\n  ${lines.join("\n  ")}\n});\n`,
    }),
  });
}

const npm = (test: string): Files => ({ "package.json": JSON.stringify({ scripts: { test } }) });

export const KITS: Readonly<Record<Runner, Kit>> = {
  "node:test": {
    ...JAVASCRIPT,
    project: javascript("node --test", 'import test from "node:test";'),
    missing: { ...npm("npx --no-install jest"), ".npmrc": "registry=http://127.0.0.1:9/\nfetch-retries=0\n" },
  },
  vitest: {
    ...JAVASCRIPT,
    hangs: "for (;;) await new Promise((done) => setTimeout(done, 100));",
    project: javascript("vitest run --testTimeout 600000", 'import { test } from "vitest";'),
    missing: npm("vitest-that-nobody-has run"),
  },
  unittest: {
    adds: "self.assertEqual(add(2, 2), 4)",
    hangs: "time.sleep(600)",
    alternates: `seen = os.path.join(tempfile.gettempdir(), "seen"); open(seen, "a").write("."); self.assertEqual(os.path.getsize(seen) % 2, 0)`,
    reads: (path) => `self.assertTrue(os.path.exists(${JSON.stringify(path)}))`,
    project: (lines, sign) => ({
      "add.py": `def add(a, b):\n    return a ${sign} b\n`,
      ...(lines.length > 0
        ? {
            "test_add.py": `import os, tempfile, time, unittest\nfrom add import add\n\n\nclass Adds(unittest.TestCase):\n    def test_adds(self):\n        ${lines.join("\n        ")}\n`,
          }
        : { "pyproject.toml": "", "tests/__init__.py": "" }),
    }),
    program: "python3",
  },
  make: {
    adds: 'grep -q "a + b" add.txt || { echo "FAIL: it does not add"; exit 1; }',
    hangs: "sleep 600",
    alternates: 'echo x >> "$$TMPDIR/seen"; [ $$(($$(wc -l < "$$TMPDIR/seen") % 2)) = 0 ]',
    reads: (path) => `test -e ${path}`,
    project: (lines, sign) => ({
      "add.txt": `a ${sign} b\n`,
      Makefile: `test:\n\t@${(lines.length > 0 ? lines : ["node --test"]).join("\n\t@")}\n`,
    }),
    missing: { Makefile: "test:\n\tno-such-runner-here\n" },
  },
  cargo: {
    adds: "assert_eq!(super::add(2, 2), 4);",
    hangs: "std::thread::sleep(std::time::Duration::from_secs(600));",
    alternates: `let seen = std::env::temp_dir().join("seen"); let text = std::fs::read_to_string(&seen).unwrap_or_default() + "."; std::fs::write(&seen, &text).unwrap(); assert_eq!(text.len() % 2, 0);`,
    reads: (path) => `assert!(std::path::Path::new(${JSON.stringify(path)}).exists());`,
    project: (lines, sign) => ({
      "Cargo.toml": '[package]\nname = "adds"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": `pub fn add(a: i32, b: i32) -> i32 {\n    a ${sign} b\n}\n${
        lines.length > 0
          ? `\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        ${lines.join("\n        ")}\n    }\n}\n`
          : ""
      }`,
    }),
    program: "cargo",
  },
};

/** What `cox verify test --baseline` must say. */
export interface Expected {
  readonly verdict: "passed" | "failed" | "unchecked";
  readonly baseline: "new" | "older" | "flaky" | "not known" | "–";
  readonly exitCode: number;
}

export const EXPECTED: Readonly<Record<Variant, Expected>> = {
  pass: { verdict: "passed", baseline: "–", exitCode: 0 },
  "fail now": { verdict: "failed", baseline: "new", exitCode: 1 },
  "fail before": { verdict: "failed", baseline: "older", exitCode: 1 },
  hang: { verdict: "unchecked", baseline: "–", exitCode: 3 },
  "missing tool": { verdict: "unchecked", baseline: "–", exitCode: 3 },
  "no tests": { verdict: "unchecked", baseline: "–", exitCode: 3 },
  flaky: { verdict: "failed", baseline: "flaky", exitCode: 1 },
  "needs an ignored file": { verdict: "failed", baseline: "new", exitCode: 1 },
  "needs a large one": { verdict: "failed", baseline: "not known", exitCode: 1 },
};
