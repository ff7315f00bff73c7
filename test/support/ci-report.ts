import type { Entry, Issue, Report } from "../../src/ci/entry.ts";

/** What strangers write, everywhere at once. */
export const HOSTILE = `::error::x <script>alert(1)</script> @everyone \`\`\` | "]]> & '</code>' ##[error]y`;
const issue = (more: Partial<Issue>): Issue => ({
  id: "edit-undone",
  title: "Edit undone",
  level: "proof",
  message: HOSTILE,
  ...more,
});
export const entry = (more: Partial<Entry>): Entry => ({
  file: "runs/a b.jsonl",
  title: "Codex, turn 1 of 1",
  outcome: "proof",
  words: HOSTILE,
  reason: HOSTILE,
  issues: [issue({ file: "src/ä.ts" }), issue({ id: "suspicion", level: "worth-a-look", line: 7 })],
  claims: [{ claim: HOSTILE, command: HOSTILE, end: HOSTILE, afterLastEdit: "yes", tone: "bad" }],
  receipt: [{ part: "also", tone: "bad", text: HOSTILE }],
  p: 0.5,
  ...more,
});
/** An entry of each kind, and what could not be read. */
export const CI_REPORT: Report = {
  entries: [
    entry({}),
    entry({ outcome: "objection", issues: [issue({ id: "observer", level: "objection" })] }),
    entry({ outcome: "not-checked", issues: [], file: "/elsewhere/b.jsonl" }),
    entry({ outcome: "well", issues: [], file: "" }),
  ],
  unread: [{ file: HOSTILE, message: HOSTILE }],
};
