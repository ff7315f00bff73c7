import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CoxError } from "../../errors.ts";
import type { Io } from "../command.ts";

const PRINTS = /^--(?:markdown|json)$/;
const REPORT = /\.(?:md|html|json)$/;

/** `--html FILE` writes, and these print: what was meant as the file to write would be read as a transcript. */
export function refuseMistakenTarget(command: string, args: readonly string[], { cwd }: Pick<Io, "cwd">): void {
  const at = args.findIndex((arg, index) => PRINTS.test(arg) && REPORT.test(args[index + 1] ?? ""));
  const [flag, path] = at === -1 ? [] : args.slice(at);
  if (flag === undefined || path === undefined || existsSync(resolve(cwd, path))) return;
  throw new CoxError("transcript.missing", `${path} does not exist.`, {
    hint: `${flag} prints; write "cox ${command} ${flag} > ${path}".`,
  });
}
