import { resolve } from "node:path";
import process from "node:process";
import { cacheDirectory, install } from "./install.ts";
import { OTLP_DEFINITIONS, PINNED } from "./programs.ts";
import { runAlone } from "./run-alone.ts";

/**
 * `npm run test:agents`: brings the real agents, then tests them where no network is. Names of agents as parameters
 * narrow it to these; what begins with a dash goes to vitest.
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("-"));

const missing: Record<string, string> = {};
say(`The agents lie in ${cacheDirectory()}`);
for (const pinned of [...PINNED, OTLP_DEFINITIONS]) {
  const found = await install(pinned);
  if (found.type === "missing") missing[pinned.package] = found.reason;
  say(`${found.type === "installed" ? "ready  " : "MISSING"} ${pinned.package} ${pinned.version}`);
}
const files = names.map((name) => resolve(import.meta.dirname, `${name}.test.ts`));
process.exitCode = runAlone({ config: "test/agents/vitest.config.ts", parameters: [...flags, ...files], missing });

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
