import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { leftBeside, liesWithin, readState, removeFile, writeState } from "./settings-file.ts";

const STATE = { bytes: Buffer.from("{}\n"), mode: 0o644 };

const modeOf = (path: string) => statSync(path).mode & 0o777;

// A limit on the size of files has the system take a part of what is written, as a disk that fills up does.
it.skipIf(process.platform === "win32")("leaves a file as it was that cannot be written whole", () => {
  const directory = temporaryDirectory();
  const path = join(directory, "settings.json");
  writeFileSync(path, "mine");
  const module = pathToFileURL(join(import.meta.dirname, "settings-file.ts")).href;
  const script = `const { writeState } = await import(${JSON.stringify(module)});
    try { writeState(${JSON.stringify(path)}, { bytes: Buffer.alloc(20_000, "x"), mode: 0o600 }); }
    catch (error) { console.log(error.message); }`;
  const limited = ["-c", 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  const { stdout } = spawnSync("sh", limited, { encoding: "utf8" });
  expect(stdout).toBe(`${path} cannot be written: file too large.\n`);
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(readdirSync(directory)).toEqual(["settings.json"]);
});

it.skipIf(process.platform === "win32")("takes away what somebody left who was killed, and nothing else", () => {
  const directory = temporaryDirectory();
  const path = join(directory, "settings.json");
  const module = pathToFileURL(join(import.meta.dirname, "settings-file.ts")).href;
  const script = `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    fs.renameSync = () => process.kill(process.pid, "SIGKILL");
    syncBuiltinESMExports();
    const { writeState } = await import(${JSON.stringify(module)});
    writeState(${JSON.stringify(path)}, { bytes: Buffer.from("{}"), mode: 0o600 });`;
  const killed = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  const left = `settings.json.cox-${killed.pid}-`;
  expect(readdirSync(directory)).toEqual([expect.stringContaining(left)]);
  expect(leftBeside(path)).toEqual([expect.stringContaining(left)]);

  const others = [
    `settings.json.cox-${process.pid}-0123456789ab`,
    `${left}0123456789ab.bak`,
    `${left}mine`,
    `other.json.cox-${killed.pid}-0123456789ab`,
  ];
  for (const name of others) writeFileSync(join(directory, name), "");
  const links = [`${left}aaaaaaaaaaaa`, `${left}bbbbbbbbbbbb`];
  symlinkSync(join(directory, others[0] ?? ""), join(directory, links[0] ?? ""));
  mkdirSync(join(directory, links[1] ?? ""));
  writeState(path, STATE);
  expect(readdirSync(directory).toSorted()).toEqual(["settings.json", ...others, ...links].toSorted());
});

it.skipIf(process.platform === "win32")("makes directories for the owner alone where the file is", () => {
  const root = temporaryDirectory();
  const bytes = Buffer.from("{}");
  writeState(join(root, "ours", "deep", "config.json"), { bytes, mode: 0o600 });
  writeState(join(root, "theirs", "settings.json"), { bytes, mode: 0o644 });
  expect([modeOf(join(root, "ours")), modeOf(join(root, "ours", "deep"))]).toEqual([0o700, 0o700]);
  expect(modeOf(join(root, "theirs"))).toBe(0o777 & ~process.umask());
});

it.skipIf(process.platform === "win32")("gives a file exactly the mode it is to have, whatever the umask is", () => {
  const path = join(temporaryDirectory(), "settings.json");
  writeState(path, { ...STATE, mode: 0o666 });
  expect(modeOf(path)).toBe(0o666);
});

it("tells whether a path lies in a directory by where it really leads", () => {
  const root = temporaryDirectory();
  const project = join(root, "project");
  for (const directory of [project, `${project}-of-others`]) mkdirSync(directory);
  symlinkSync(`${project}-of-others`, join(project, "out"));
  symlinkSync(project, join(project, "in"));
  const isInside = (...way: string[]) => liesWithin(join(root, ...way), project);
  expect(isInside("project", "not", "yet.json")).toBe(true);
  expect(isInside("project", "in", "not-yet.json")).toBe(true);
  expect(isInside("project", "out")).toBe(false);
  expect(isInside("project", "out", "not-yet.json")).toBe(false);
  expect(isInside("project-of-others", "not-yet.json")).toBe(false);
});

describe("a file that cannot be touched is named itself, and not a draft of ours", () => {
  it("where a file stands in the place of its directory", () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, ".claude"), "");
    const path = join(home, ".claude", "settings.json");
    expect(() => writeState(path, STATE)).toThrow(`${path} cannot be written: not a directory.`);
  });

  it("where it is a directory itself", () => {
    const path = temporaryDirectory();
    expect(() => readState(path)).toThrow(`${path} cannot be read: it is not a plain file.`);
  });

  it.skipIf(process.getuid?.() === 0)("where the person may not, with what to do", () => {
    const home = temporaryDirectory();
    const path = join(home, ".claude", "settings.json");
    mkdirSync(join(home, ".claude"));
    writeFileSync(path, "{}", { mode: 0o400 });
    chmodSync(join(home, ".claude"), 0o500);
    const hint = expect.stringContaining("writable for you");
    const message = `${path} cannot be written: permission denied.`;
    expect(thrownBy(() => writeState(path, STATE))).toMatchObject({ message, hint });
    expect(thrownBy(() => removeFile(path))).toMatchObject({ message: message.replace("written", "removed"), hint });
    chmodSync(join(home, ".claude"), 0o700);
    expect(thrownBy(() => writeState(path, STATE))).toMatchObject({ message, hint });
    expect(readFileSync(path, "utf8")).toBe("{}");
  });
});

describe("what might never end is not read", () => {
  it.skipIf(process.platform === "win32")("a pipe", () => {
    const path = join(temporaryDirectory(), "settings.json");
    execFileSync("/usr/bin/env", ["mkfifo", path]);
    // In a process of its own, since nothing could interrupt it in this one.
    const module = pathToFileURL(join(import.meta.dirname, "settings-file.ts")).href;
    const script = `const { readState } = await import(${JSON.stringify(module)});
      try { readState(${JSON.stringify(path)}); } catch (error) { console.log(error.message); }`;
    const words = ["--input-type=module", "-e", script];
    const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", timeout: 10_000, killSignal: "SIGKILL" });
    expect(stdout).toBe(`${path} cannot be read: it is not a plain file.\n`);
  });

  it("a file of more than 1 MB", () => {
    const path = join(temporaryDirectory(), "settings.json");
    writeFileSync(path, " ".repeat(1024 * 1024 + 1));
    expect(() => readState(path)).toThrow(`${path} cannot be read: it is larger than 1 MB.`);
  });
});

it("takes no harm when several make the same directories, or remove the same file", async () => {
  const root = temporaryDirectory();
  const module = pathToFileURL(join(import.meta.dirname, "settings-file.ts")).href;
  const script = `const { writeState } = await import(${JSON.stringify(module)});
    for (let count = 0; count < 20; count += 1)
      writeState(${JSON.stringify(root)} + "/" + count + "/deep/settings.json", { bytes: Buffer.from("{}"), mode: 0o600 });`;
  const all = [1, 2, 3].map(() => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]));
  await expect(Promise.all(all)).resolves.toHaveLength(3);
  const path = join(root, "1", "deep", "settings.json");
  removeFile(path);
  removeFile(path);
  expect(readState(path)).toBeUndefined();
});

it("does not replace a link that leads nowhere", () => {
  const path = join(temporaryDirectory(), "config.json");
  symlinkSync("not-yet.json", path);
  expect(() => writeState(path, STATE)).toThrow(`${path} was left alone: it is a link that leads nowhere.`);
  expect(readlinkSync(path)).toBe("not-yet.json");
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
