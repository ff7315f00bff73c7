/**
 * Asks npm's registry about known flaws of what the built package holds: `npm run package:audit`. Ends with 1 where
 * there are some, and with 2 where the registry does not answer: then nothing is known.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const list = readFileSync(join(import.meta.dirname, "../dist/THIRD-PARTY.txt"), "utf8");
const bundled = [...list.matchAll(/^(@?[^\s@]+)@(\S+)\t/gm)].map(([, name = "", version = ""]) => ({ name, version }));
if (bundled.length === 0) throw new Error("dist/THIRD-PARTY.txt lists nothing: run npm run build");

// npm looks at what a lock file names. Of some packages there are two versions, so each has a name of its own.
const folder = mkdtempSync(join(tmpdir(), "coxswain-bundled-"));
const dependencies = Object.fromEntries(bundled.map(({ name, version }, at) => [`b${at}`, `npm:${name}@${version}`]));
const places = Object.fromEntries(bundled.map((each, at) => [`node_modules/b${at}`, each]));
const manifest = { name: "bundled", version: "0.0.0", dependencies };
const lock = { ...manifest, lockfileVersion: 3, packages: { "": manifest, ...places } };
writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));

const { status, stdout, stderr } = spawnSync("npm", ["audit", "--loglevel", "warn"], { cwd: folder, encoding: "utf8" });
rmSync(folder, { recursive: true, force: true });

if (status === 0 || stdout.includes("# npm audit report")) {
  console.log(`Of the ${bundled.length} packages in the bundle:\n${stdout.trim()}`);
  process.exitCode = status === 0 ? 0 : 1;
} else {
  const why = stderr.split("\n").find((line) => /warn audit/.test(line)) ?? stderr;
  console.log(`Not known whether the ${bundled.length} packages in the bundle have flaws: ${why.trim()}`);
  process.exitCode = 2;
}
