import process from "node:process";
import { resolve } from "node:path";
import { install } from "../agents/install.ts";
import { runAlone } from "../agents/run-alone.ts";
import { FRAMEWORKS, SCHEMAS } from "./packages.ts";

/** `npm run test:adapters`: brings the real frameworks and schemas, then tests with them where no network is. */
const missing: Record<string, string> = {};
for (const pinned of [...Object.values(FRAMEWORKS), SCHEMAS]) {
  const found = await install(pinned);
  if (found.type === "missing") missing[pinned.package] = found.reason;
  process.stdout.write(`${found.type === "installed" ? "ready  " : "MISSING"} ${pinned.package} ${pinned.version}\n`);
}
const parameters = process.argv.slice(2);
const files = parameters.filter((name) => !name.startsWith("-"));
process.exitCode = runAlone({
  config: "test/adapters/vitest.config.ts",
  parameters: [
    ...parameters.filter((name) => name.startsWith("-")),
    ...files.map((name) => resolve(import.meta.dirname, `${name}.test.ts`)),
  ],
  missing,
});
