import { expect, test } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { mayTidyFiles, mendsFiles, unseenWrites } from "./known-writes.ts";

const after = (builder: ThreadBuilder): ReturnType<typeof unseenWrites> =>
  unseenWrites(builder.build().turns.at(-1)?.steps ?? []);
const run = (command: string): ThreadBuilder => thread().started("/repo").user("Go.").bash(command);

test.each([
  "git status && git diff --stat 2>&1 | head -20",
  "git add -A && git commit -m 'x'",
  "git checkout -b feature",
  "git checkout -- src/a.ts",
  "sed -i 's/a/b/' src/a.ts",
  "rm -rf out",
  "mv src/a.ts src/b.ts",
  "npm ci && npm test -- --reporter=dot",
  "cat > src/a.ts <<'E'\nx\nE",
  "go build ./... && go vet ./...",
  "gh pr view 12",
  "node --check src/a.js && echo fine",
  "prettier --write src/a.ts",
  `python3 -c "print(open('a.json').read())"`,
  `python3 - <<'E'\nfrom pathlib import Path\np = Path('a.py')\np.write_text(p.read_text().replace('a', 'b'))\nE`,
  `node -e "fs.writeFileSync('a.js', 'x')"`,
])("all that is written is named: %s", (command) => {
  expect(after(run(command))).toEqual({ files: false, source: false });
});

test.each([
  "git checkout feature",
  "git checkout -b feature origin/other",
  "git stash pop",
  "git merge feature",
  "cp -r ../other/src .",
  "mv lib packages",
  "sed -i 's/a/b/' src/*.ts",
  'for f in $(ls); do sed -i s/a/b/ "$f"; done',
  "npx jscodeshift -t x.js src",
  "npx vitest run -u",
  "npm run build",
  "./build.sh",
  "make generate",
  "perl -e 'open(F, \">a_test.go\")'",
  "awk '{ print > \"a.ts\" }' b.ts",
  "sed -n 'w a.ts' b.ts",
  "pytest --snapshot-update",
  "gh repo sync",
  "go run ./tools/make-cases",
  "gh pr checkout 12",
  "curl -O https://example.com/a.toml",
  "go run ./cmd/codegen",
  "go run /tmp/edit.go",
  "python3 tidy.py",
  `python3 -c "import sys; open(sys.argv[1], 'w').write('x')"`,
  `python3 -c "import subprocess; subprocess.run(['x'])"`,
  `python3 - <<'E'\nfrom tools import tidy\ntidy()\nE`,
  "echo 'a",
])("something may be written unseen: %s", (command) => {
  expect(after(run(command))).toEqual({ files: true, source: true });
});

test.each(["go run ./cmd/shop list", "cargo run -- list", "go build -o /tmp/shop . && /tmp/shop list"])(
  "the project's own program leaves its source alone: %s",
  (command) => {
    expect(after(run(command))).toEqual({ files: true, source: false });
  },
);

test("a helper that can only look wrote nothing, another may have", () => {
  const sent = (type: string): ThreadBuilder => run("ls").call("Task", { prompt: "Where?", subagent_type: type });
  expect(after(sent("Explore")).files).toBe(false);
  expect(after(sent("general-purpose")).files).toBe(true);
});

test.each([
  ["mcp__github__add_review", false],
  ["preview_start", true],
  ["RenderPreview", true],
])("a tool that only talks wrote nothing, one of which we know no more than its name may have: %s", (tool, may) => {
  expect(after(run("ls").call(tool, {})).files).toBe(may);
});

test.each([
  ["eslint --fix src", true],
  ["npm run lint:fix", true],
  ["cargo clippy --fix", true],
  ["goimports -w .", true],
  ["gofmt -r 'a -> b' -w .", true],
  ["gofmt -w .", false],
  ["git commit -m 'fix it'", false],
])("%s mends what a linter finds: %s", (command, mends) => {
  expect(run(command).build().turns[0]?.steps.some(mendsFiles)).toBe(mends);
});

test.each([
  ["npm run format", true],
  ["yarn lint", true],
  ["make check", true],
  ["npx lint-staged", true],
  ["npm test", false],
  ["npm run build", false],
  ["npx eslint .", false],
])("%s may write, as only the project knows: %s", (command, may) => {
  expect(run(command).build().turns[0]?.steps.some(mayTidyFiles)).toBe(may);
});
