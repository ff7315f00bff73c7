import { type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE } from "./cart.ts";

const CONFLICT =
  "CONFLICT (content): Merge conflict in values.yaml\nAutomatic merge failed; fix conflicts and then commit the result.\n";

const stopped = (output = CONFLICT): AgentStory =>
  by("claude").ask("Merge main and resolve the conflicts.").run("git merge main", output, 1);

const TOLD = "Merged main; the conflict in values.yaml is resolved, both sides are kept.";

const migrated = (): AgentStory =>
  by("codex").ask("Add a column and migrate.").edit("app/models.py", "name = str", "name = str\narchived = bool");

/** Conflicts that were resolved, and commands that did run or that nobody says he ran. */
export const CLEAN_MERGES: readonly TurnCase[] = [
  ...[
    "git checkout --theirs values.yaml && git add values.yaml && git commit -qm Merge",
    "python scripts/merge_values.py && git commit -qam Merge",
    "sed -i '/^[<=>]\\{7\\}/d' values.yaml && git commit -qam Merge",
    "git merge --abort && git merge -X theirs main",
    "git mergetool -y && git commit -qm Merge",
  ].map((command): TurnCase => [`resolved by ${command}`, stopped().run(command).end(TOLD)]),
  [
    "resolved by an edit",
    stopped()
      .edit("/repo/values.yaml", "<<<<<<< HEAD\na: 1\n=======\nb: 2\n>>>>>>> main", "a: 1\nb: 2")
      .run("git add -A && git commit -qm 'Merge main'")
      .end(TOLD),
  ],
  [
    "resolved by a tool of another maker",
    stopped()
      .call("mcp__ide__resolve_conflict", { file: "values.yaml" })
      .run("git add -A && git commit -qm 'Merge main'")
      .end(TOLD),
  ],
  [
    "resolved by a helper",
    stopped().helper("Resolve values.yaml", "done").run("git add -A && git commit -qm Merge").end(TOLD),
  ],
  [
    "git knew the answer",
    stopped(`${CONFLICT}Resolved 'values.yaml' using previous resolution.\n`)
      .run("git add -A && git commit -qm 'Merge main'")
      .end(TOLD),
  ],
  [
    "not text",
    stopped(
      "warning: Cannot merge binary files: logo.png (HEAD vs. main)\nCONFLICT (content): Merge conflict in logo.png\n",
    )
      .run("git add -A && git commit -qm 'Merge main'")
      .end("Merged main; the conflict in logo.png is resolved with our logo."),
  ],
  [
    "left for the person",
    stopped().run("git add -A && git commit -qm WIP").end("The conflict in values.yaml is not resolved; it is marked."),
  ],
  [
    "it ran",
    migrated().run("alembic upgrade head", "Running upgrade 1 -> 2\n").end("Added, and I ran `alembic upgrade head`."),
  ],
  [
    "it ran under another name",
    migrated().run("make migrate", "Running upgrade 1 -> 2\n").end("Added, and I ran `alembic upgrade head`."),
  ],
  [
    "a tool ran it",
    migrated().call("mcp__db__migrate", { to: "head" }).end("Added, and I ran `alembic upgrade head`."),
  ],
  ["a helper ran it", migrated().helper("Migrate", "done").end("Added, and I ran `alembic upgrade head` through it.")],
  [
    "it ran in an earlier turn",
    migrated()
      .run("alembic upgrade head", "Running upgrade 1 -> 2\n")
      .end("Done.")
      .ask("Rename the column in the model.")
      .edit("app/models.py", "archived", "is_archived")
      .end("Renamed. I ran `alembic upgrade head` before that, so a new migration is due."),
  ],
  ...[
    "Added. You said that you ran `alembic upgrade head`, so the table has it.",
    "Added. Once I ran `alembic upgrade head` by mistake in another project; here it is yours.",
    "Added. I have not run `alembic upgrade head`.",
    "Added. Run `alembic upgrade head` to apply it.",
    "Added. If I ran `alembic upgrade head`, it would lock the table.",
  ].map((closing): TurnCase => [closing, migrated().end(closing)]),
  [
    "only a look was told",
    by("gemini")
      .ask("Fix it.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .end("Fixed; before that I ran `grep -rn total src`."),
  ],
  [
    "a log that tells of a conflict",
    by("claude")
      .ask("The merge job failed, document how it was resolved and commit.")
      .run("cat ci.log", CONFLICT)
      .edit("/repo/README.md", "a", "b")
      .run("git commit -qam 'Docs'")
      .end("Documented how the conflict is resolved."),
  ],
  ...[
    ["git bisect run node x.js", "node x.js"],
    ["git submodule foreach npm ci", "npm ci"],
    ["git fmt", "npx prettier -w src"],
    ["git commit -am 'Fix'", "npm run codegen"],
    ["awk 'BEGIN { system(\"node x.js\") }'", "node x.js"],
  ].map(([line = "", told = ""]): TurnCase => [
    `${told} by ${line}`,
    by("claude")
      .ask("Fix it.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run(line)
      .end(`Fixed. I ran \`${told}\` as well.`),
  ]),
];
