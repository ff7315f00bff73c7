import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import process from "node:process";
import { cacheDirectory, install, MISSING } from "./install.ts";
import { PINNED } from "./programs.ts";

/**
 * `npm run test:agents`: brings the real agents, then tests them where no network is. Names of agents as parameters
 * narrow it to these; what begins with a dash goes to vitest.
 */
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith("-"));
const root = resolve(import.meta.dirname, "../..");

const missing: Record<string, string> = {};
say(`The agents lie in ${cacheDirectory()}`);
for (const pinned of PINNED) {
  const found = await install(pinned);
  if (found.type === "missing") missing[pinned.package] = found.reason;
  say(`${found.type === "installed" ? "ready  " : "MISSING"} ${pinned.package} ${pinned.version}`);
}

const alone = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$0" "$@"'];
const isolated = spawnSync(alone[0] ?? "", [...alone.slice(1), "true"]).status === 0;
say(isolated ? "No network but loopback from here on." : "The network could not be taken away here.");

const vitest = [
  process.execPath,
  resolve(root, "node_modules/vitest/vitest.mjs"),
  "run",
  "--config",
  "test/agents/vitest.config.ts",
  ...flags,
  ...names.map((name) => resolve(import.meta.dirname, `${name}.test.ts`)),
];
const [command = "", ...parameters] = isolated ? [...alone, ...vitest] : vitest;
const { status } = spawnSync(command, parameters, {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, [MISSING]: JSON.stringify(missing), COX_AGENTS_ISOLATED: isolated ? "yes" : "no" },
});
process.exitCode = status ?? 1;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
