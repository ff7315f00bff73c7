import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import { expression } from "../../patterns/expression.ts";
import { standingChanges } from "../changes/standing-changes.ts";

/** True when git may have nothing to commit: no repository, no difference, or only files that are usually ignored. */
export function mayHaveNothingToCommit(facts: Facts): boolean {
  if (standingChanges(facts, 0).every(({ path }) => USUALLY_IGNORED.test(path))) return true;
  return facts.steps.some((step) => looksEmpty(facts, step));
}

function looksEmpty({ changes }: Facts, { number, action, result }: Step): boolean {
  const { command = "", paths } = action;
  const output = result?.output ?? "";
  if (NO_REPOSITORY.test(output)) return true;
  // An agent that looks at what git ignores or tracks has a reason to.
  if (OF_IGNORED.test(command) || paths.some((path) => path.endsWith(".gitignore"))) return true;
  if (!command.includes("git") || changes.some(({ step }) => step > number)) return false;
  if (/\bgit log\b/.test(command)) return true;
  return SHOWS_CHANGES.test(command) && (SHOWS_NONE.test(output) || /\s--(?:quiet|exit-code)\b/.test(command));
}

const NO_REPOSITORY = /not a git repository/i;
const OF_IGNORED = /\.gitignore\b|\bgit\b.{0,80}\b(?:check-ignore|ls-files)\b|\s--ignored\b/;
const SHOWS_CHANGES = /\bgit\b.{0,80}\b(?:status|diff)\b/;
/** No output, only the line of the branch, or words that there is nothing to commit. */
const SHOWS_NONE = /^\s*(?:## \S.*\s*)?$|nothing (?:added )?to commit|working tree clean/;

/** What projects keep out of their history: settings of one machine, secrets, what is built, installed or printed. */
const USUALLY_IGNORED = expression()`
  (?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.envrc|local\.properties|\.DS_Store|secrets?\.\w+|credentials\.\w+)$
  |[._-]local\.\w+$|\.local$
  |\.(?:log|pid|sqlite3?|db|pyc|pem|key|tfstate|tfvars|bak|orig|swp|tmp|cache)$
  |(?:^|\/)(?:
    node_modules|bower_components|vendor|Pods|dist|build|out|target|bin|obj|coverage|tmp|temp|logs?|generated
    |scratch|secrets?|storage|site-packages|__pycache__|venv|\.(?!github\/)[\w-]+
  )\/
`;
