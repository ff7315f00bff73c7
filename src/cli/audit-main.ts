import { command } from "./commands/audit.ts";
import { runProgram } from "./run-program.ts";

/** `cox audit` as bin/cox.js starts it: the same program with nothing else in it. */
void runProgram({ audit: () => Promise.resolve({ command }) });
