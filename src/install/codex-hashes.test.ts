import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { isRunning } from "../process/session.ts";
import { codexHashes } from "./codex-hashes.ts";

/** Answers only who greets it as the protocol says, in pieces, and does not go when it is told to. */
const STUBBORN = `
const { writeFileSync } = require("node:fs");
let isReady = false;
process.on("SIGTERM", () => undefined);
setInterval(() => undefined, 1000);
writeFileSync(process.env.PID_FILE, String(process.pid));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (method === "initialize") console.log(JSON.stringify({ id, result: {} }));
  if (method === "initialized") isReady = true;
  if (method !== "hooks/list" || !isReady) return;
  const hooks = [{ key: "/home/hooks.json:stop:0:0", command: "ours", currentHash: "sha256:1" }];
  const text = JSON.stringify({ id, result: { data: [{ hooks }] } }) + "\\n";
  process.stdout.write(text.slice(0, 20));
  setTimeout(() => process.stdout.write(text.slice(20)), 100);
});`;

it.skipIf(process.platform === "win32")("waits for no Codex that has answered, and leaves none running", async () => {
  const directory = temporaryDirectory();
  const [program, pidFile] = [join(directory, "codex"), join(directory, "pid")];
  writeFileSync(program, `#!${process.execPath}\n${STUBBORN}`, { mode: 0o700 });
  const began = performance.now();
  const hashes = await codexHashes(program, "{}", { PID_FILE: pidFile }, (command) => command === "ours");
  expect(hashes).toEqual(new Map([["stop:0:0", "sha256:1"]]));
  expect(performance.now() - began).toBeLessThan(15_000);
  await expect.poll(() => isRunning(Number(readFileSync(pidFile, "utf8")))).toBe(false);
});
