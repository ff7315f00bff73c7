import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { writeFiles } from "../../test/support/write-files.ts";
import type { FileMismatch } from "../thread/witnessed.ts";
import { readBack } from "./read-back.ts";

interface Bench {
  readonly root: string;
  readonly thread: ThreadBuilder;
  readonly put: (path: string, content: string) => void;
  readonly seen: (closing?: string) => FileMismatch[];
}

function bench(): Bench {
  const root = temporaryDirectory();
  const thread = new ThreadBuilder().started(root).user("Do it.");
  return {
    root,
    thread,
    put(path, content) {
      writeFiles(root, { [path]: content });
    },
    seen(closing = "Done.") {
      const built = thread.close(closing).build();
      return readBack(built, built.turns[0]!, root);
    },
  };
}

const OLD = "const a = 1;\n";
const NEW = "const answer = compute(1, 2);\nreport(answer);\n";

describe("SPEC §10, read-back: after an edit the file holds what the edit said", () => {
  it("is content when it does", () => {
    const { root, thread, put, seen } = bench();
    put("src/a.js", `// head\n${NEW}`);
    thread.edit(join(root, "src/a.js"), OLD, NEW).create("b.txt", "one\ntwo\n");
    put("b.txt", "one\ntwo\n");
    expect(seen()).toEqual([]);
  });

  it("names path and missing line of an edit that is not there", () => {
    const { thread, put, seen } = bench();
    put("src/a.js", "const answer = compute(1, 2);\n");
    thread.edit("src/a.js", OLD, NEW);
    expect(seen()).toEqual([{ path: "src/a.js", step: 1, kind: "text", missing: "report(answer);", unsure: false }]);
  });

  it("names a file that was written and is gone", () => {
    const { thread, seen } = bench();
    thread.create("notes.md", "# Notes\n");
    expect(seen()).toEqual([{ path: "notes.md", step: 1, kind: "gone", missing: "", unsure: false }]);
  });

  it("names a file that was removed and is still there", () => {
    const { thread, put, seen } = bench();
    put("old.js", "x");
    thread.call("delete_file", { path: "old.js" });
    expect(seen()).toMatchObject([{ path: "old.js", kind: "left" }]);
  });

  it("does not ask for what the end of its line may have taken away", () => {
    const { thread, put, seen } = bench();
    put("out.json", "{}\n");
    thread.bash("trap 'rm -f tmp.json' EXIT; node gen.js > tmp.json && cp tmp.json out.json");
    expect(seen()).toEqual([]);
  });

  it("follows a move", () => {
    const { thread, put, seen } = bench();
    put("b.js", "x");
    thread.bash("mv a.js b.js");
    expect(seen()).toEqual([]);
    const other = bench();
    other.put("a.js", "x");
    other.thread.bash("mv a.js b.js");
    expect(
      other
        .seen()
        .map(({ path, kind }) => `${path} ${kind}`)
        .sort(),
    ).toEqual(["a.js left", "b.js gone"]);
  });

  it("does not look at edits that failed", () => {
    const { thread, put, seen } = bench();
    put("src/a.js", "nothing of it");
    thread.edit("src/a.js", OLD, NEW, { status: "error" });
    expect(seen()).toEqual([]);
  });

  it("does not ask for what a later edit took out, replaced or wrote anew", () => {
    const { thread, put, seen } = bench();
    put("a.js", "report(other);\n");
    put("b.js", "fresh start();\n");
    thread.edit("a.js", OLD, NEW).edit("a.js", "const answer = compute(1, 2);\nreport(answer);", "report(other);");
    thread.edit("b.js", OLD, NEW).create("b.js", "fresh start();\n");
    expect(seen()).toEqual([]);
  });

  it("follows later edits into the middle of a line, and lets go where it cannot", () => {
    const { thread, put, seen } = bench();
    put("a.js", "const total = sum(b, a);\nprint(total);\n");
    thread.create("a.js", "const total = sum(a, b);\nprint(total);\n").edit("a.js", "sum(a, b)", "sum(b, a)");
    put("b.js", "const total = sum(b, a, 0);\n");
    thread.edit("b.js", OLD, "const total = sum(a, b);\n").edit("b.js", "total =\n  sum(a, b)", "total = sum(b, a, 0)");
    expect(seen()).toEqual([]);
    const broken = bench();
    broken.put("a.js", "const total = sum(a, b);\n");
    broken.thread.create("a.js", "const total = sum(a, b);\n").edit("a.js", "sum(a, b)", "sum(b, a)");
    expect(broken.seen()).toMatchObject([{ path: "a.js", missing: "const total = sum(b, a);" }]);
  });

  it("does not ask for what a program that mends may have taken out", () => {
    const { thread, put, seen } = bench();
    put("a.js", "use(one);\n");
    thread.create("a.js", "import unused from 'x';\nuse(one);\n").bash("npx eslint --fix a.js");
    expect(seen().filter(({ unsure }) => !unsure)).toEqual([]);
  });

  it("does not ask for what git put back, or a command that does not say what it changes", () => {
    const { thread, put, seen } = bench();
    put("a.js", OLD);
    put("b.js", OLD);
    thread.edit("a.js", OLD, NEW).edit("b.js", OLD, NEW).bash("git checkout -- a.js").bash("sed -i s/x/y/ b.js");
    expect(seen()).toEqual([]);
  });

  it("follows several changes of a file within one step", () => {
    const { thread, put, seen } = bench();
    put("a.txt", "value = bar\n");
    thread.bash("cat > a.txt <<'EOF'\nvalue = foo\nEOF\nsed -i 's/foo/bar/' a.txt");
    put("b.js", "const answer = compute(2, 1);\n");
    thread.call("MultiEdit", {
      file_path: "b.js",
      edits: [
        { old_string: OLD, new_string: "const answer = compute(1, 2);\n" },
        { old_string: "compute(1, 2)", new_string: "compute(2, 1)" },
      ],
    });
    thread.bash("mkdir out && (cd out && echo 'hello there' > z.txt) && rm -r out");
    expect(seen()).toEqual([]);
  });

  it.each([
    "[ -f a.txt ] || echo 'KEY=default' > a.txt",
    "if [ ! -f a.txt ]; then echo 'KEY=default' > a.txt; fi",
    "test -f nowhere && echo 'found it' > b.txt; ls",
    "grep -q nothing a.txt && rm a.txt; ls",
    'while read -r line; do echo "$line" >> b.txt; done < empty',
    "case $MODE in fast) touch b.txt;; esac",
    "curl -sf -o b.txt http://localhost:1/ || true",
  ])("does not ask for what a line may have left undone: %s", (line) => {
    const { thread, put, seen } = bench();
    put("a.txt", "KEY=mine\n");
    thread.bash(line);
    expect(seen()).toEqual([]);
  });

  it("is unsure where the line itself goes on to run a program", () => {
    const { thread, put, seen } = bench();
    put("dist/a.js", "built();\n");
    thread.bash("rm -rf dist && npm run build");
    expect(seen()).toMatchObject([{ path: "dist", kind: "left", unsure: true }]);
    const alone = bench();
    alone.put("dist/a.js", "built();\n");
    alone.thread.bash("cd . && rm -rf dist && ls");
    expect(alone.seen()).toMatchObject([{ path: "dist", kind: "left", unsure: false }]);
  });

  it.each<[string, (thread: ThreadBuilder) => ThreadBuilder]>([
    ["a command", (thread) => thread.bash("node scripts/generate.js")],
    ["a subagent", (thread) => thread.subagent("Tidy up.", "Tidied up.")],
    ["a tool that nobody knows", (thread) => thread.call("mcp__house__tidy", {})],
  ])("is unsure once %s ran that may have changed the file on purpose", (_, run) => {
    const { thread, put, seen } = bench();
    put("a.js", OLD);
    run(thread.edit("a.js", OLD, NEW));
    expect(seen()).toMatchObject([{ path: "a.js", unsure: true }]);
    const before = bench();
    before.put("a.js", OLD);
    run(before.thread).edit("a.js", OLD, NEW);
    expect(before.seen()).toMatchObject([{ path: "a.js", unsure: false }]);
  });

  it("is sure after a check, which changes nothing", () => {
    const { thread, put, seen } = bench();
    put("a.js", OLD);
    thread.edit("a.js", OLD, NEW).bash("npm test", { output: "5 passing" });
    expect(seen()).toMatchObject([{ path: "a.js", unsure: false }]);
  });

  it.each<[name: string, written: string, formatted: string]>([
    ["quotes and semicolons", "const a = 'x'\nconst b = \"y\"\n", "const a = \"x\";\nconst b = 'y';\n"],
    ["line breaks", "call(first, second, third)\n", "call(\n  first,\n  second,\n  third,\n);\n"],
    ["joined lines", "call(\n  first,\n  second,\n)\n", "call(first, second);\n"],
    ["indentation and line ends", "if x:\n  go_on()\n", "if x:\r\n    go_on()\r\n"],
    ["brackets around one expression", "const f = x => x.y\n", "const f = (x) => x.y;\n"],
    ["sorted imports", "import b from 'b'\nimport a from 'a'\n", 'import a from "a";\nimport b from "b";\n'],
  ])("recognises a formatter that changed %s", (_name, written, formatted) => {
    const { thread, put, seen } = bench();
    put("a.js", formatted);
    thread.create("a.js", written).call("format_file", { path: "a.js" });
    expect(seen()).toEqual([]);
  });

  it("still sees what a formatter cannot have removed", () => {
    const { thread, put, seen } = bench();
    put("a.js", "first();\n");
    thread.create("a.js", "first()\nsecondCall()\n").bash("npx prettier --write a.js");
    expect(seen()).toMatchObject([{ path: "a.js", missing: "secondCall()", unsure: false }]);
  });

  it("leaves alone what is not text, what lies outside, and parts that stand for the rest", () => {
    const { thread, put, seen } = bench();
    put("a.bin", "\ufffd\ufffd");
    put("b.js", "keep();\nadded();\n");
    put("large.txt", "x".repeat(5_000_001));
    put("folder/file.txt", "");
    thread
      .create("a.bin", "abcdef")
      .create("large.txt", "something else")
      .create("folder", "something else")
      .edit("/etc/hostname", "old", "something else")
      .create("/tmp/scratch.txt", "x".repeat(9))
      .edit("b.js", "keep();", "// ... existing code ...\nkeep();\nadded();");
    expect(seen()).toEqual([]);
  });
});

describe("read-back of edits that really happened", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "call(x)", "return", "'q'", "{", "}", ";");
  const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  const text = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => `${lines.join("\n")}\n`);
  const operation = fc.record({
    kind: fc.constantFrom("edit", "edit", "edit", "create", "format"),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 30 }),
    text,
  });

  it("never finds anything: no false alarm, however they overlap and whatever a formatter does", () => {
    const { root } = bench();
    fc.assert(
      fc.property(text, fc.array(operation, { maxLength: 8 }), (start, operations) => {
        const thread = new ThreadBuilder().started(root).user("q");
        let content = start;
        for (const { kind, from, length, text: given } of operations) {
          if (kind === "create") {
            thread.create("p.js", given);
            content = given;
          } else if (kind === "format") {
            thread.call("format_file", { path: "p.js" });
            content = content
              .replaceAll("'", '"')
              .replaceAll(/[ \n]+/g, (space) => (space.includes("\n") ? "\n  " : "  "));
          } else {
            const at = Math.floor(from * content.length);
            const old = content.slice(at, at + length);
            if (old === "" || content.indexOf(old) !== content.lastIndexOf(old)) continue;
            thread.edit("p.js", old, given);
            content = content.slice(0, at) + given + content.slice(at + old.length);
          }
        }
        writeFileSync(join(root, "p.js"), content);
        const built = thread.close("Done.").build();
        expect(readBack(built, built.turns[0]!, root)).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
});

describe("SPEC §10, read-back: after a claim “created X”, X is there", () => {
  it("names a file that is claimed and nowhere", () => {
    const { seen } = bench();
    expect(seen("Done. I created `docs/guide.md` with the steps.")).toEqual([
      { path: "docs/guide.md", kind: "gone", missing: "", unsure: false },
    ]);
  });

  it("is content when it is there, also in another directory than the words say", () => {
    const { put, seen } = bench();
    put("packages/web/docs/guide.md", "x");
    expect(seen("Done. I created `docs/guide.md` with the steps.")).toEqual([]);
  });

  it("says it once for a file that was written and is gone", () => {
    const { thread, seen } = bench();
    thread.create("docs/guide.md", "# Guide\n");
    expect(seen("I created `docs/guide.md`.")).toHaveLength(1);
  });

  it("does not take plans and other people's files for claims", () => {
    const { seen } = bench();
    expect(seen("I would create `docs/guide.md` next. I saved `~/notes.md`.")).toEqual([]);
    for (const place of ["~/notes.md", "/elsewhere/notes.md", "../notes.md"])
      expect([place, ...bench().seen(`Done. I created \`${place}\` with the steps.`)]).toEqual([place]);
  });
});
