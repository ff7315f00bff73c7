import { command } from "./commands/audit.ts";
import { runProgram } from "./run-program.ts";

/** `cox audit` as bin/cox.js starts it: the same program, without the other commands. */
void runProgram({ audit: () => Promise.resolve({ command }) }).then((code) => setImmediate(leave, code));

/**
 * Ends the process faster: giving back all pages of a large heap would take Node longer than exiting. If output is
 * still unwritten, it does not force the exit, so that it gets printed and errors are reported.
 */
function leave(code: number): void {
  process.exitCode = code;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
