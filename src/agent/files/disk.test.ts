import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { disk, isSameName } from "./disk.ts";

const MAX = 1_000_000;

describe("disk", () => {
  it("replaces a file as a whole, keeps its mode and leaves no temporary file", async () => {
    const root = temporaryDirectory();
    const path = join(root, "run.sh");
    writeFileSync(path, "old");
    chmodSync(path, 0o755);
    const { stamp } = await disk.read(path, MAX);
    await disk.write(path, Buffer.from("new"), { replaces: stamp });
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(root)).toEqual(["run.sh"]);
  });

  it("makes the directories a new file needs", async () => {
    const root = temporaryDirectory();
    await disk.write(join(root, "a/b/c.txt"), Buffer.from("x"), {});
    expect(readFileSync(join(root, "a/b/c.txt"), "utf8")).toBe("x");
    expect(readdirSync(join(root, "a/b"))).toEqual(["c.txt"]);
  });

  it("does not take a name that is taken, nor replace what changed since it was read", async () => {
    const root = temporaryDirectory();
    const path = join(root, "x");
    writeFileSync(path, "theirs");
    await expect(disk.write(path, Buffer.from("ours"), {})).rejects.toThrow("appeared meanwhile");
    const { stamp } = await disk.read(path, MAX);
    writeFileSync(path, "theirs, later");
    await expect(disk.write(path, Buffer.from("ours"), { replaces: stamp })).rejects.toThrow(
      "changed by something else",
    );
    expect(readFileSync(path, "utf8")).toBe("theirs, later");
    expect(readdirSync(root)).toEqual(["x"]);
  });

  it("leaves a hard-linked file outside as it was", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "original"), "untouched");
    linkSync(join(outside, "original"), join(root, "linked"));
    const { stamp } = await disk.read(join(root, "linked"), MAX);
    await disk.write(join(root, "linked"), Buffer.from("new"), { replaces: stamp });
    expect(readFileSync(join(outside, "original"), "utf8")).toBe("untouched");
  });

  it("clears what a killed process left, but not what a living one is writing", async () => {
    const root = temporaryDirectory();
    const dead = spawn("true");
    await once(dead, "exit");
    writeFileSync(join(root, `.cox-${dead.pid}-aa.tmp`), "half");
    writeFileSync(join(root, `.cox-${process.pid}-bb.tmp`), "ours");
    await disk.write(join(root, "x"), Buffer.from("x"), {});
    expect(readdirSync(root).sort()).toEqual([`.cox-${process.pid}-bb.tmp`, "x"]);
  });

  it("reads no pipe, socket or directory, and does not hang on them", async () => {
    const root = temporaryDirectory();
    execFileSync("sh", ["-c", "mkfifo pipe"], { cwd: root });
    const server = createServer().listen(join(root, "socket"));
    await once(server, "listening");
    onTestFinished(() => void server.close());
    await expect(disk.read(join(root, "pipe"), MAX)).rejects.toThrow("not a regular file");
    await expect(disk.read(join(root, "socket"), MAX)).rejects.toThrow("not a regular file");
    await expect(disk.read(root, MAX)).rejects.toThrow("directory");
  });

  it("follows no symlink that took the place of a resolved path", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "file"), "secret");
    symlinkSync(outside, join(root, "directory"));
    symlinkSync(join(outside, "file"), join(root, "file"));
    await expect(disk.read(join(root, "file"), MAX)).rejects.toThrow("symlink");
    await expect(disk.read(join(root, "directory/file"), MAX)).rejects.toThrow("symlink");
    await expect(disk.list(join(root, "directory"))).rejects.toThrow(/symlink|ENOTDIR/);
    await expect(disk.write(join(root, "directory/new"), Buffer.from("x"), {})).rejects.toThrow(/symlink|ENOTDIR/);
    await expect(disk.write(join(root, "directory/deep/new"), Buffer.from("x"), {})).rejects.toThrow(/symlink|ENOTDIR/);
    await expect(disk.remove(join(root, "directory/file"))).rejects.toThrow(/symlink|ENOTDIR/);
    expect(readdirSync(outside)).toEqual(["file"]);
  });

  it("writes nothing outside while a directory is swapped for a symlink again and again", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "secret"), "secret");
    // Another process: swaps in our own thread would never fall between two of our system calls.
    const swapper = spawn(
      process.execPath,
      [
        "-e",
        `const { mkdirSync, rmSync, symlinkSync } = require("node:fs");
         const attempt = (action) => { try { action(); } catch {} };
         const clear = () => attempt(() => rmSync("spot", { recursive: true, force: true }));
         process.stdout.write("go");
         const nothing = new Int32Array(new SharedArrayBuffer(4));
         for (let round = 0; ; round++) {
           attempt(() => mkdirSync("spot"));
           if (round % 4 === 0) Atomics.wait(nothing, 0, 0, 5);
           clear();
           attempt(() => symlinkSync(${JSON.stringify(outside)}, "spot"));
           clear();
         }`,
      ],
      { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
    );
    const swapperEnded = once(swapper, "exit");
    await once(swapper.stdout, "data");
    let succeeded = 0;
    let leaked = 0;
    for (let round = 0; round < 300; round++) {
      await disk.write(join(root, "spot", `f${round}`), Buffer.from("x"), {}).then(
        () => succeeded++,
        () => undefined,
      );
      await disk.write(join(root, "spot", "deep", `f${round}`), Buffer.from("x"), {}).catch(() => undefined);
      await disk.remove(join(root, "spot", "secret")).catch(() => undefined);
      await disk.read(join(root, "spot", "secret"), MAX).then(
        () => leaked++,
        () => undefined,
      );
    }
    swapper.kill("SIGKILL");
    await swapperEnded;
    expect(readdirSync(outside)).toEqual(["secret"]);
    expect(leaked).toBe(0);
    expect(succeeded).toBeGreaterThan(0);
  });

  it("moves with a directory that is renamed while it writes", async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, "before"));
    const writing = disk.write(join(root, "before", "x"), Buffer.alloc(5_000_000, 97), {});
    renameSync(join(root, "before"), join(root, "after"));
    await writing.catch(() => undefined);
    expect(
      readdirSync(root)
        .flatMap((name) => readdirSync(join(root, name)))
        .filter((name) => name.endsWith(".tmp")),
    ).toEqual([]);
  });
});

test.each([
  ["/Users/me/shop/src", "/Users/me/shop/src", true],
  ["/Users/me/shop/src", "/Users/me/Shop/SRC", true],
  ["/Users/me/cafe\u0301", "/Users/me/caf\u00e9", true],
  ["/Users/me/other", "/Users/me/shop", false],
  ["/Users/me/shop", "/Users/me/shop/src", false],
])("what the disk calls %s was asked for as %s: %s", (real, asked, same) => {
  expect(isSameName(real, asked)).toBe(same);
});
