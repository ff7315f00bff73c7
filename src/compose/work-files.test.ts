import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { workFilesIn } from "./work-files.ts";

it("reads text inside the work tree, and nothing else", async () => {
  const around = temporaryDirectory();
  const root = join(around, "repo");
  mkdirSync(join(root, "src"), { recursive: true });
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "src", "page.ts"), "const page = 1;");
  writeFileSync(join(around, "outside.txt"), "not yours");
  writeFileSync(join(root, ".git", "config"), "[core]");
  for (const name of [".env", ".env.local", "server.pem", "credentials.json", "id_ed25519"])
    writeFileSync(join(root, name), "secret");
  writeFileSync(join(root, "picture.png"), "\u0000\u0001");
  writeFileSync(join(root, "huge.txt"), "x".repeat(500_000));
  symlinkSync(join(around, "outside.txt"), join(root, "link.txt"));
  symlinkSync(around, join(root, "up"));
  symlinkSync(join(root, ".env"), join(root, "innocent.txt"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(root, "pipe")]);
  const read = workFilesIn(root);

  expect(await read("src/page.ts")).toBe("const page = 1;");
  expect(await read(join(root, "src/page.ts"))).toBe("const page = 1;");
  const refused = ["../outside.txt", join(around, "outside.txt"), "link.txt", "up/outside.txt", "innocent.txt", ".env"];
  const odd = [
    ".env.local",
    "server.pem",
    "credentials.json",
    "id_ed25519",
    ".git/config",
    "src",
    "pipe",
    "picture.png",
  ];
  for (const path of [...refused, ...odd, "huge.txt", "none.ts", "", "a\u0000b", "~/x", "src/../../outside.txt"])
    expect([path, await read(path)]).toEqual([path, undefined]);
});
