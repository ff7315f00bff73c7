import { expression } from "../../patterns/expression.ts";

/** True when a failed run never started: its task, or a program or module that it needs, is not there. */
export function neverStarted(output: string): boolean {
  return NOT_STARTED.test(output) || NOT_FOUND.test(output);
}

/**
 * True when a run with an unknown end says last that something was not found. A shell at its start, a skipped test or a
 * program under test may also miss something, but then more output follows.
 */
export function endsNotFound(output: string): boolean {
  if (NOT_STARTED.test(output)) return true;
  if (!NOT_FOUND_WORDS.some((words) => output.includes(words))) return false;
  const lines = output.split("\n").flatMap((line) => (line.trim() === "" ? [] : line.slice(0, LONGEST_COMPLAINT)));
  const at = lines.findIndex((line) => NOT_FOUND.test(line) && !SAYS_SO_OF_ANOTHER.test(line));
  return at !== -1 && lines.slice(at + 1).every((line) => AFTERMATH.test(line));
}

/** How much of a line is read: no such message is longer. */
const LONGEST_COMPLAINT = 500;
const NOT_STARTED = expression("m")`
  ^(?:
    npm (?:ERR!|error) (?:Missing script: .*|enoent .*package\.json.*)
    |.*ERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER_MANIFEST_FOUND).*
    |error Command "\S+" not found\.?|.*could not determine executable to run.*|error: Script not found .*
    |make: \*\*\* No rule to make target .*|error: could not find \`Cargo\.toml\` in .*|go: go\.mod file not found .*
    |.*is not recognized as an internal or external command.*|error: no such command: .*
    |(?:.*: )?[Ee]rror: (?:unknown|unrecognized|unexpected) (?:
      flag|command|option|subcommand|shorthand flag|arguments?
    )\b.*
  )$
`;
const NOT_FOUND =
  /^(?:.*: (?:line \d+: )?\S+: (?:command )?not found|.*command not found(?:: \S+)?|.*: No module named \S+)$/m;
/** Every line that `NOT_FOUND` matches has one of these. */
const NOT_FOUND_WORDS = ["not found", "No module named"];
/** A line in which something other than Python itself says that there is no such module. */
const SAYS_SO_OF_ANOTHER =
  /^(?!(?:(?:[a-z]:)?(?=[^\s:]*py(?:thon|py))[^\s:]*|ModuleNotFoundError|ImportError): ).*: No module named /i;
/** Lines that may come after: what the tool that started the run says of the failure, and a printed exit code. */
const AFTERMATH =
  /^\s*(?:npm|pnpm|yarn|bun|g?make|mise|just|task|rake|error|info|warn\w*|ELIFECYCLE|ERR_\w+|(?:exit|rc|code|status)\b|[>$]|\W{0,3}\d+\W{0,3}$)/i;
