import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readInput } from "./read-input.ts";

/** A pipe that gives nothing rather than wait, as hosts that do not block hand it on; its writer never ends it. */
let directory: string;
let pipe: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cox-input-"));
  const path = join(directory, "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(pipe);
  rmSync(directory, { recursive: true, force: true });
});

// Less than the patience with a host that says nothing at all.
describe("an input that is never ended", { timeout: 4000 }, () => {
  it("is taken when it is whole and nothing more comes", async () => {
    writeSync(pipe, '{"hook_event_name":"Stop"}');
    expect(await readInput(pipe)).toEqual({ text: '{"hook_event_name":"Stop"}', open: true });
  });

  it("is taken as a whole, however it comes", async () => {
    writeSync(pipe, '{"hook_event');
    const reading = readInput(pipe);
    setTimeout(() => writeSync(pipe, '_name":"Stop"}'), 20);
    expect(await reading).toEqual({ text: '{"hook_event_name":"Stop"}', open: true });
  });
});
