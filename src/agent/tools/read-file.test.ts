import { describe, expect, it } from "vitest";
import { toolBench } from "../../../test/support/tool-bench.ts";

describe("read_file", () => {
  it("numbers the lines", async () => {
    const { run } = await toolBench({ files: { "a.txt": "one\ntwo\n" } });
    expect(await run("read_file", { path: "a.txt" })).toEqual({ status: "done", output: "     1\tone\n     2\ttwo" });
  });

  it("shows a range and says of how much", async () => {
    const { run } = await toolBench({ files: { a: "1\n2\n3\n4\n" } });
    expect((await run("read_file", { path: "a", startLine: 2, endLine: 3 })).output).toBe(
      "     2\t2\n     3\t3\n[lines 2–3 of 4]",
    );
    expect((await run("read_file", { path: "a", startLine: 9 })).output).toContain("has 4 lines");
    expect((await run("read_file", { path: "a", startLine: 3, endLine: 2 })).output).toContain("before startLine");
  });

  it("bounds lines, characters and the length of a line, and says how to read on", async () => {
    const { run } = await toolBench({
      files: { many: "x\n".repeat(50), long: `${"y".repeat(100)}\n`, wide: `${"z".repeat(19)}\n`.repeat(50) },
      limits: { readLines: 10, lineCharacters: 20, readCharacters: 150 },
    });
    expect((await run("read_file", { path: "many" })).output).toMatch(
      /\n {4}10\tx\n\[lines 1–10 of 50\]\n\[read on with startLine 11\]$/,
    );
    expect((await run("read_file", { path: "long" })).output).toContain("[… 80 more characters in this line]");
    expect((await run("read_file", { path: "wide" })).output).toContain("[read on with startLine 6]");
  });

  it("mentions what cannot be seen: CRLF, encoding, a missing line end", async () => {
    const { run } = await toolBench({
      files: { crlf: "a\r\nb\r\n", latin: Buffer.from([0x67, 0xfc, 0x0a]), open: "a", empty: "" },
    });
    expect((await run("read_file", { path: "crlf" })).output).toBe("     1\ta\n     2\tb\n[line ends are CRLF]");
    expect((await run("read_file", { path: "latin" })).output).toBe("     1\tgü\n[encoding: latin-1]");
    expect((await run("read_file", { path: "open" })).output).toBe("     1\ta\n[no line end after the last line]");
    expect((await run("read_file", { path: "empty" })).output).toBe("(The file is empty.)");
  });

  it("says why it cannot: binary, too large, directory, missing, outside", async () => {
    const { run } = await toolBench({
      files: { "a.png": Buffer.from([0, 1, 2]), big: "x".repeat(200), "src/index.ts": "" },
      limits: { fileBytes: 100 },
    });
    const output = async (path: string) => {
      const outcome = await run("read_file", { path });
      expect(outcome.status).toBe("error");
      return outcome.output;
    };
    expect(await output("a.png")).toContain("binary file (3 bytes)");
    expect(await output("big")).toContain("too large (200 bytes)");
    expect(await output("src")).toContain("directory");
    expect(await output("src/indx.ts")).toBe('There is no file "src/indx.ts". Its directory holds "index.ts".');
    expect(await output("lib/x.ts")).toContain("its directory does not exist");
    expect(await output("src/index.ts/x")).toContain("no file");
    expect(await output("/etc/passwd")).toContain("outside the workspace");
  });
});
