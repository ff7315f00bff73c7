import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { parseInput, readInput } from "./read-input.ts";

/** A pipe that gives nothing rather than wait, as hosts that do not block hand it on; its writer never ends it. */
let directory: string;
let pipe: number;
beforeEach(() => {
  directory = temporaryDirectory();
  const path = join(directory, "pipe");
  execFileSync("/usr/bin/env", ["mkfifo", path]);
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => closeSync(pipe));

// Less than the patience with a host that says nothing at all.
describe("an input that is never ended", { timeout: 4000 }, () => {
  it("is taken when it is whole and nothing more comes", async () => {
    writeSync(pipe, '{"hook_event_name":"Stop"}');
    expect(await readInput(pipe)).toEqual({ text: '{"hook_event_name":"Stop"}', open: true });
  });

  it.each([20, 150])("is taken as a whole, also where it stops for %i ms", async (pause) => {
    writeSync(pipe, '{"hook_event');
    const reading = readInput(pipe);
    setTimeout(() => writeSync(pipe, '_name":"Stop"}'), pause);
    expect(await reading).toEqual({ text: '{"hook_event_name":"Stop"}', open: true });
  });
});

it.each([
  ["as it is", '{"a":"é"}', '{"a":"é"}'],
  ["also where it is cut, which who reads it will see", '{"a":', '{"a":'],
  ["also where there is nothing", "", ""],
])("an input that is ended is taken %s", async (_how, written, text) => {
  const path = join(directory, "input");
  writeFileSync(path, written);
  const file = openSync(path, "r");
  try {
    expect(await readInput(file)).toEqual({ text, open: false });
  } finally {
    closeSync(file);
  }
});

it("says that there is none where it cannot be read", async () => {
  const file = openSync(directory, "r");
  try {
    expect(await readInput(file)).toEqual({ text: undefined, open: false });
  } finally {
    closeSync(file);
  }
});

it("knows JSON behind a byte order mark, and nothing that only ends with one", () => {
  expect(parseInput('\uFEFF{"a":1}')).toEqual({ a: 1 });
  expect(() => parseInput('{"a":1}\uFEFF')).toThrow(SyntaxError);
});
