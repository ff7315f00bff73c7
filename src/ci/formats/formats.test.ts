import { expect, it } from "vitest";
import * as z from "zod";
import { CI_REPORT as REPORT, entry, HOSTILE } from "../../../test/support/ci-report.ts";
import { summaryOf } from "../summary.ts";
import { FORMATS, inFormat } from "./formats.ts";

const told = { version: "1.2.3", columns: 80, failOn: "proof" as const };

const Text = z.strictObject({ text: z.string().min(1) });
const Location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri: z.string().regex(/^[\w%.:/-]+$/) }),
    region: z.optional(z.strictObject({ startLine: z.number().int().min(1) })),
  }),
});
/** SARIF 2.1.0, as far as it is written: what the standard asks for is there, and nothing that it does not know. */
const Sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.literal("Coxswain"),
          version: z.string(),
          informationUri: z.url(),
          rules: z.array(z.strictObject({ id: z.string(), shortDescription: Text, fullDescription: z.optional(Text) })),
        }),
      }),
      invocations: z.tuple([
        z.strictObject({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(z.strictObject({ level: z.literal("warning"), message: Text })),
        }),
      ]),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          level: z.enum(["none", "note", "warning", "error"]),
          message: Text,
          locations: z.optional(z.array(Location)),
        }),
      ),
    }),
  ]),
});

it("writes SARIF", () => {
  const [{ tool, invocations, results }] = Sarif.parse(JSON.parse(inFormat("sarif", REPORT, told))).runs;
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ["edit-undone", "error"],
    ["suspicion", "note"],
    ["observer", "warning"],
  ]);
  expect(results.map(({ locations }) => locations?.[0]?.physicalLocation)).toEqual([
    { artifactLocation: { uri: "src/%C3%A4.ts" } },
    { artifactLocation: { uri: "runs/a%20b.jsonl" }, region: { startLine: 7 } },
    { artifactLocation: { uri: "runs/a%20b.jsonl" } },
  ]);
  expect(tool.driver.rules.map(({ id }) => id)).toEqual(["edit-undone", "suspicion", "observer"]);
  expect(invocations[0]).toMatchObject({ executionSuccessful: false });
  expect(invocations[0].toolExecutionNotifications).toHaveLength(2);
});

const CodeQuality = z.array(
  z.strictObject({
    description: z.string(),
    check_name: z.string(),
    fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
    severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
    location: z.strictObject({
      path: z.string().regex(/^(?!\/)./),
      lines: z.strictObject({ begin: z.number().int().min(1) }),
    }),
  }),
);

it("writes GitLab's report on code quality", () => {
  const issues = CodeQuality.parse(JSON.parse(inFormat("gitlab", REPORT, told)));
  expect(
    issues.map(({ check_name, severity, location }) => [check_name, severity, location.path, location.lines.begin]),
  ).toEqual([
    ["coxswain/edit-undone", "critical", "src/ä.ts", 1],
    ["coxswain/suspicion", "minor", "runs/a b.jsonl", 7],
    ["coxswain/observer", "major", "runs/a b.jsonl", 1],
    ["coxswain/not-checked", "info", "b.jsonl", 1],
    ["coxswain/not-checked", "info", HOSTILE, 1],
  ]);
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});

it("writes JUnit's XML, in which nothing that was not checked has passed", () => {
  const document = inFormat("junit", REPORT, told);
  expect(document).toMatch(/<testsuite name="coxswain" tests="5" failures="2" errors="0" skipped="2">/);
  const elements = elementsOf(document);
  const inside = elements.flatMap(({ name, depth }, at) =>
    name === "testcase" ? [elements.slice(at + 1).find((each) => each.depth === depth + 1)?.name] : [],
  );
  expect(inside).toEqual(["failure", "failure", "skipped", "system-out", "skipped"]);
  expect(elements.filter(({ name }) => name === "failure").map(({ attributes }) => attributes["message"])).toEqual([
    HOSTILE,
    HOSTILE,
  ]);
});

it("annotates a run by commands that nothing foreign can become", () => {
  const lines = inFormat("github", REPORT, told).split("\n");
  const commands = lines.filter((line) => /^\s*::/.test(line));
  expect(commands.map((line) => line.slice(0, line.indexOf("::", 2)))).toEqual([
    "::error file=src/ä.ts,title=Coxswain%3A Edit undone",
    "::notice title=Coxswain%3A Edit undone",
    "::warning title=Coxswain%3A Edit undone",
    "::warning title=Coxswain%3A not checked",
    "::warning title=Coxswain%3A not checked",
  ]);
});

it.each(FORMATS)("has nothing in %s that a runner would take for a command of somebody else", (format) => {
  const own = /^::(?:error|warning|notice) (?:file=[^:]*,)?title=Coxswain%3A [\w ]+::/;
  const lines = inFormat(format, REPORT, told).split("\n");
  expect(lines.filter((line) => (/^\s*::/.test(line) || line.includes("##[")) && !own.test(line))).toEqual([]);
});

it("is silent about nothing: an empty report is not checked in every format", () => {
  const nothing = { entries: [], unread: [] };
  expect(inFormat("github", nothing, told)).toMatch(/^::notice title=Coxswain%3A not checked::/);
  expect(JSON.parse(inFormat("json", nothing, told))).toMatchObject({ outcome: "not-checked", conclusion: "neutral" });
  expect(inFormat("sarif", nothing, told)).toContain('"executionSuccessful": false');
  for (const format of FORMATS) expect(typeof inFormat(format, nothing, told)).toBe("string");
});

it("has a page for people that is cut where it would be too long, and says so", () => {
  const many = { entries: Array.from({ length: 200 }, () => entry({})), unread: [] };
  const parts = { failOn: undefined, checks: [], notes: ["Something else."], limit: 20_000 };
  const page = summaryOf(many, parts);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(20_000);
  expect(page).toMatch(/\*\d+ more did not fit here/);
  expect(page).toMatch(/^- Something else\.$/m);
  expect(page.match(/<table>/g)).toHaveLength(page.match(/<\/table>/g)?.length ?? 0);
  expect(page).not.toContain("<script>");
  const long = entry({
    receipt: Array.from({ length: 60 }, () => ({ part: "also", tone: "bad", text: "<".repeat(999) })),
  });
  const short = summaryOf({ entries: [long], unread: [] }, parts);
  expect(short).toContain("Edit undone");
  expect(short).not.toContain("Receipt");
});

/** The elements of a document in their order; it has to be well-formed. */
function elementsOf(document: string) {
  const found: { name: string; depth: number; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  const tag = /<(\?xml [^<>]*\?|\/?[\w-]+(?: [\w-]+="[^"<]*")*\/?)>|([^<>]+)/gy;
  let [end, bad] = [0, false];
  for (const match of document.matchAll(tag)) {
    end = match.index + match[0].length;
    const inner = match[1];
    if (inner === undefined) bad ||= /&(?!#\d+;)/.test(match[0]);
    else if (inner.startsWith("/")) bad ||= open.pop() !== inner.slice(1);
    else if (!inner.startsWith("?")) {
      const name = /^[\w-]+/.exec(inner)?.[0] ?? "";
      const attributes = Object.fromEntries(
        [...inner.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, read(value)]),
      );
      found.push({ name, depth: open.length, attributes });
      if (!inner.endsWith("/")) open.push(name);
    }
  }
  expect([end, open, bad]).toEqual([document.length, [], false]);
  return found;
}

function read(value: string): string {
  return value.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
