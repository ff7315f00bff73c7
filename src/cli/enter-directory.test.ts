import { execFileSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");
const MAIN = join(CHECKOUT, "src/cli/main.ts");

function project(script: string): string {
  const root = realpathSync(temporaryDirectory());
  writeFileSync(join(root, "package.json"), JSON.stringify({ scripts: { [script]: "true" } }));
  return root;
}

it("npm run cox is about the directory it was called in, not about this checkout", () => {
  const cwd = project("lint");
  const args = ["--prefix", CHECKOUT, "run", "-s", "cox", "--", "verify", "--list"];
  const out = execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  expect(out).toBe("lint  npm run lint  (package.json scripts.lint)\n");
});

it("a cox that was started by another one stays where it is", () => {
  const cwd = project("build");
  const inherited = {
    npm_lifecycle_event: "cox",
    npm_package_json: join(CHECKOUT, "package.json"),
    INIT_CWD: project("lint"),
  };
  const env = { ...process.env, ...inherited };
  const out = execFileSync(process.execPath, [MAIN, "verify", "--list"], { cwd, env, encoding: "utf8" });
  expect(out).toBe("build  npm run build  (package.json scripts.build)\n");
});
