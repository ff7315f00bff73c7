import { dirname, resolve } from "node:path";
import process from "node:process";
import { environment } from "../config/environment.ts";

const MANIFEST = resolve(import.meta.dirname, "../../package.json");

/**
 * npm runs a script in the directory of its package; whoever calls `npm --prefix CHECKOUT run cox` means the one they are
 * in. Only for the script of this very checkout: programs that it starts inherit npm's variables and are where they are.
 */
export function enterDirectoryOfCaller(): void {
  const { npm_lifecycle_event: script, npm_package_json: manifest, INIT_CWD: caller } = environment();
  if (script === "cox" && manifest === MANIFEST && caller && process.cwd() === dirname(MANIFEST)) process.chdir(caller);
}
