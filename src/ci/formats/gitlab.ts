import { createHash } from "node:crypto";
import { basename, isAbsolute } from "node:path";
import type { Entry, Issue, Report } from "../entry.ts";
import type { Level } from "../outcome.ts";

const SEVERITY: Readonly<Record<Level, string>> = { proof: "critical", objection: "major", "worth-a-look": "minor" };

/** GitLab's report on code quality: a list, in which what could not be read stands too. */
export function codeQuality({ entries, unread }: Report): string {
  const issues = [
    ...entries.flatMap((entry) => entry.issues.map((issue) => issueOf(entry, issue))),
    ...entries
      .filter(({ outcome }) => outcome === "not-checked")
      .map(({ file, title, reason }) => unchecked(file, `${title}: ${reason}`)),
    ...unread.map(({ file, message }) => unchecked(file, message)),
  ];
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}

function issueOf(entry: Entry, { id, title, level, message, file, line = 1 }: Issue) {
  return {
    description: `${title}. ${entry.title}: ${message}`,
    check_name: `coxswain/${id}`,
    fingerprint: fingerprintOf(id, entry.title, message, file ?? entry.file),
    severity: SEVERITY[level],
    location: { path: file ?? shown(entry.file), lines: { begin: file === undefined ? line : 1 } },
  };
}

function unchecked(file: string, message: string) {
  return {
    description: `Not checked. ${message}`,
    check_name: "coxswain/not-checked",
    fingerprint: fingerprintOf("not-checked", file, message),
    severity: "info",
    location: { path: shown(file), lines: { begin: 1 } },
  };
}

/** Paths have to be relative and there: of a file outside of the project its name has to do. */
function shown(path: string): string {
  return isAbsolute(path) ? basename(path) : path || ".";
}

function fingerprintOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
}
