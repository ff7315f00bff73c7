import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/tool-bench.ts";
import { readState, removeFile, writeState } from "./settings-file.ts";

const STATE = { bytes: Buffer.from("{}\n"), mode: 0o644 };

describe("a file that cannot be touched is named itself, and not a draft of ours", () => {
  it("where a file stands in the place of its directory", () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, ".claude"), "");
    const path = join(home, ".claude", "settings.json");
    expect(() => writeState(path, STATE)).toThrow(`${path} cannot be written: not a directory.`);
  });

  it("where it is a directory itself", () => {
    const path = temporaryDirectory();
    expect(() => readState(path)).toThrow(`${path} cannot be read: illegal operation on a directory.`);
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
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
