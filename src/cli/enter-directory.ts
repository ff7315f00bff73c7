import { dirname, resolve } from "node:path";
import { environment } from "../config/environment.ts";

const MANIFEST = resolve(import.meta.dirname, "../../package.json");

/**
 * npm runs a script in the package's directory, but whoever calls `npm --prefix CHECKOUT run cox` means their own
 * directory. Only for the script of this checkout: programs started by it inherit npm's variables, but are already in
 * the right directory.
 */
export function enterDirectoryOfCaller(): void {
  const { npm_lifecycle_event: script, npm_package_json: manifest, INIT_CWD: caller } = environment();
  if (script === "cox" && manifest === MANIFEST && caller && process.cwd() === dirname(MANIFEST)) process.chdir(caller);
}
