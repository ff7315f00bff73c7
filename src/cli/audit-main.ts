import { command } from "./commands/audit.ts";
import { runProgram } from "./run-program.ts";

/** `cox audit` as bin/cox.js starts it: the same program with nothing else in it. */
void runProgram({ audit: () => Promise.resolve({ command }) }).then((code) => setImmediate(leave, code));

/**
 * To give back every page of a large heap first takes Node longer than to end. What is not yet printed has to be, and
 * what could not be printed is told a moment later.
 */
function leave(code: number): void {
  process.exitCode = code;
  if (process.stdout.writableLength === 0 && process.stderr.writableLength === 0) process.exit();
}
