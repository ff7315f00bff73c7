/** True where the check's task, or a program or module that it needs, is not there. */
export function didNotStart(output: string): boolean {
  return NOT_STARTED.test(output) || NO_TASK.some((start) => output.startsWith(start) || output.includes(`\n${start}`));
}

const NO_TASK = [
  "npm ERR! Missing script: ",
  "npm error Missing script: ",
  "npm ERR! could not determine executable to run",
  "npm error could not determine executable to run",
  "error: Script not found ",
  "make: *** No rule to make target ",
  "error: could not find `Cargo.toml`",
  "error: no such command: ",
  "go: go.mod file not found ",
  "go: cannot find main module",
  "main module (",
];
const NOT_STARTED =
  /^(?:.{0,200}\bpython[\d.]*: No module named |npm (?:ERR!|error) enoent .{0,200}package\.json|.{0,40}ERR_PNPM_(?:RECURSIVE_RUN_)?NO_(?:SCRIPT|IMPORTER_MANIFEST_FOUND)|error Command "\S+" not found|pattern \S{1,200}: (?:lstat|directory prefix) |\(eval\):cd:\d+: no such file)/m;

/** True when the last thing that was printed is that a program or module is not there. */
export function endsNotFound(output: string): boolean {
  const last = output.trimEnd().split("\n").slice(-3).join("\n");
  return last.length < 2000 && NOT_FOUND.test(last);
}

const NOT_FOUND =
  /^(?:.{0,200}: (?:line \d+: )?\S{1,200}: (?:command )?not found|.{0,100}: No module named \S+|.{0,60}command not found: \S+)\s*$/m;
