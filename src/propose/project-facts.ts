import { join } from "node:path";
import type { CheckKind } from "../evidence/record/check-run.ts";
import { checksOf } from "../evidence/record/find-checks.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { findChecks } from "../verifier/checks/find-checks.ts";
import { openProject } from "../verifier/checks/project-files.ts";
import { type Found, type Known, marksOf, type World, WORLDS } from "./propose.ts";
import { writtenRulesIn } from "./written-rules.ts";

const GUIDANCE = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", "CONTRIBUTING.md", ".github/copilot-instructions.md"];
const WORKFLOWS = ".github/workflows";
const MOST_WORKFLOWS = 20;

/** What the files of a project say: its tasks, its CI, its guidance. Nothing is run. */
export function projectFacts(root: string): Omit<Known, "habits"> & { readonly world?: World } {
  const files = openProject(root);
  const project = findChecks(root)
    .filter(({ line }) => PLAIN.test(line))
    .map(({ line, kind, source }): Found => ({ command: line, kind, source }));
  const workflows = files
    .list(WORKFLOWS)
    .filter((name) => /\.ya?ml$/.test(name))
    .slice(0, MOST_WORKFLOWS)
    .flatMap((name) => checksOfWorkflow(files.read(join(WORKFLOWS, name)) ?? "", `${WORKFLOWS}/${name}`));
  const guidance = GUIDANCE.flatMap((file) => {
    const text = files.read(file);
    return text === undefined ? [] : [{ file, rules: writtenRulesIn(text) }];
  });
  const world = WORLDS.toReversed().find((each) => marksOf(each).some((mark) => files.names.has(mark)));
  return { project, workflows, guidance, ...(world && { world }) };
}

/** What a rule may name: one plain command. */
const PLAIN = /^[\w@./-][\w@./:=*, -]{0,199}$/;

/** The checks in `run:` lines and blocks; what a workflow only sets up is none. */
function checksOfWorkflow(text: string, source: string): readonly Found[] {
  const lines = text.slice(0, LONGEST).split("\n");
  const found = new Map<string, Found & { readonly kind: CheckKind }>();
  for (const line of lines) {
    const command = /^\s*(?:- )?(?:run:\s*)?(?![|>#])([\w./@-]+ .{1,200})$/.exec(line)?.[1]?.trim();
    if (command === undefined || !PLAIN.test(command)) continue;
    for (const check of parseCommandLine(command).flatMap(checksOf))
      if (check.scope === "whole" && !check.watches)
        found.set(check.command, { command: check.command, kind: check.kind, source: `${source} runs it` });
  }
  return [...found.values()];
}

const LONGEST = 200_000;
