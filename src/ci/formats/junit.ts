import { xml } from "../escape.ts";
import type { Entry, Report, Unread } from "../entry.ts";

/** JUnit's XML: a closing is a test case. What nobody could look at is skipped, never passed. */
export function junit({ entries, unread }: Report): string {
  const cases = [...entries.map(caseOf), ...unread.map(caseOfUnread)];
  const failures = entries.filter(isFailure).length;
  const skipped = unread.length + entries.filter(({ outcome }) => outcome === "not-checked").length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name="coxswain" ${counts}>`,
    `  <testsuite name="coxswain" ${counts} skipped="${skipped}">`,
    ...cases,
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n");
}

function isFailure({ outcome }: Entry): boolean {
  return outcome === "proof" || outcome === "objection";
}

function caseOf(entry: Entry): string {
  const { file, title, outcome, reason, issues, receipt } = entry;
  const [first] = issues;
  const told = issues.map((issue) => `${issue.title}: ${issue.message}`).join("\n");
  const inside = isFailure(entry)
    ? [
        `      <failure type="${xml(first?.id ?? outcome)}" message="${xml(first?.message ?? reason)}">${xml(told)}</failure>`,
      ]
    : outcome === "not-checked"
      ? [`      <skipped message="${xml(reason)}"/>`]
      : [];
  const account = [
    ...(isFailure(entry) || told === "" ? [] : [told]),
    ...receipt.map(({ part, text }) => `${part}: ${text}`),
  ];
  const output = account.length === 0 ? [] : [`      <system-out>${xml(account.join("\n"))}</system-out>`];
  return testCase(file, title, [...inside, ...output]);
}

function caseOfUnread({ file, message }: Unread): string {
  return testCase(file, "could not be read", [`      <skipped message="${xml(message)}"/>`]);
}

function testCase(file: string, name: string, inside: readonly string[]): string {
  return [
    `    <testcase classname="${xml(file || "coxswain")}" name="${xml(name)}">`,
    ...inside,
    `    </testcase>`,
  ].join("\n");
}
