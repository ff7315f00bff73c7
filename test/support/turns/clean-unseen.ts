import { type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, VITEST } from "./cart.ts";

const NOT_FOUND = {
  output: "<tool_use_error>String to replace not found in file.</tool_use_error>",
  status: "error",
} as const;

const skeleton = (): AgentStory =>
  by("claude")
    .ask("Implement parseCsv in src/parse.ts, test first.")
    .write(
      "/repo/src/parse.ts",
      "export function parseCsv(text: string) {\n  throw new Error('not implemented');\n}\n",
    );
const failedEdit = (): AgentStory =>
  by("claude").ask("Rename price to unitPrice.").edit("/repo/src/cart.ts", "item.price", "item.unitPrice", NOT_FOUND);

/** What a helper, a tool of somebody else or a script did after the agent's own step: no change in the record tells of it. */
const WRITTEN: readonly TurnCase[] = [
  [
    "a skeleton filled by a helper",
    skeleton()
      .helper("Implement parseCsv in src/parse.ts", "Implemented parseCsv. 8 tests passed.")
      .run("npx vitest run", VITEST)
      .end("`parseCsv` is implemented. All 8 tests pass."),
  ],
  [
    "a skeleton filled by a tool of another maker",
    skeleton()
      .call("mcp__serena__replace_symbol_body", { relative_path: "src/parse.ts", body: "…" }, { output: "OK" })
      .run("npx vitest run", VITEST)
      .end("`parseCsv` is implemented. All 8 tests pass."),
  ],
  [
    "a skeleton filled by a throw-away script",
    skeleton()
      .run("python3 /tmp/fill.py")
      .run("npx vitest run", VITEST)
      .end("`parseCsv` is implemented. All 8 tests pass."),
  ],
  [
    "an edit that failed, done by a codemod",
    failedEdit()
      .run("npx jscodeshift -t rename.js src", "Results:\n0 errors\n6 ok\n")
      .run("npx vitest run --reporter=dot", " Tests  8 passed (8)\n")
      .end("Renamed: updated `src/cart.ts` and five more files. All 8 tests pass."),
  ],
  [
    "an edit that failed, done by xargs",
    failedEdit()
      .run("grep -rlw price src | xargs sed -i 's/price/unitPrice/g'")
      .run("npx vitest run --reporter=dot", " Tests  8 passed (8)\n")
      .end("Renamed: updated `src/cart.ts` and its callers. All 8 tests pass."),
  ],
  [
    "an edit that had nothing left to do",
    by("claude")
      .ask("Merge main and sum the cart.")
      .run("git merge origin/main", "Fast-forward\n src/x.ts | 12 ++++--\n")
      .edit("/repo/src/cart.ts", AFTER, AFTER, {
        output: "<tool_use_error>No changes to make: old_string and new_string are exactly the same.</tool_use_error>",
        status: "error",
      })
      .run("npx vitest run --reporter=dot", " Tests  8 passed (8)\n")
      .end("Merged. Main had already updated `src/cart.ts` with the same loop. All 8 tests pass."),
  ],
  [
    "broken JSON put right by a formatter",
    by("claude")
      .ask("Write data/limits.json.")
      .write("/repo/data/limits.json", '{ "max": 10, }\n')
      .run("npx prettier --write data/", "data/limits.json 12ms\n")
      .end("Wrote `data/limits.json`."),
  ],
  [
    "a generated file removed and generated again",
    by("claude")
      .ask("Generate the API types.")
      .run("npx openapi-typescript api.yaml > src/api.d.ts")
      .run("rm src/api.d.ts && npm run gen:api", "🚀 done\n")
      .run("npx tsc --noEmit")
      .end("Created `src/api.d.ts` through `npm run gen:api`. It type-checks."),
  ],
  [
    "an installation that failed, finished by a helper",
    by("claude")
      .ask("Add zod and validate the input.")
      .run("npm install zod", "npm error code EAI_AGAIN\n", 1)
      .helper("Install zod from the mirror and validate the input", "Installed it. 8 tests passed.")
      .end("zod is installed from the mirror and the input is validated. 8 tests pass."),
  ],
  [
    "files pushed in one call, named inside a list",
    by("claude")
      .ask("Put the owners page on the branch `owners`, and fix the typo here.")
      .edit("/repo/README.md", "teh", "the")
      .call(
        "mcp__github__push_files",
        { branch: "owners", files: [{ path: "docs/owners.md", content: "# Owners\n" }] },
        { output: '{"sha":"9f8e7d6"}' },
      )
      .end("Pushed to `owners` (9f8e7d6): created `docs/owners.md`. The typo is fixed here."),
  ],
];

/** Work and checks done by those of whom the record shows little. */
export const CLEAN_UNSEEN: readonly TurnCase[] = [...WRITTEN];
