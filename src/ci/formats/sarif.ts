import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { FINDINGS } from "../../evidence/judge.ts";
import { type Entry, type Issue, type Report, TITLES } from "../entry.ts";
import type { Level } from "../outcome.ts";

const LEVEL: Readonly<Record<Level, string>> = { proof: "error", objection: "warning", "worth-a-look": "note" };
const HOME = "https://www.npmjs.com/package/coxswain";

/** SARIF 2.1.0. What could not be read is a notification of the run, and makes it no successful one. */
export function sarif({ entries, unread }: Report, version: string): string {
  const results = entries.flatMap((entry) => entry.issues.map((issue) => resultOf(entry, issue)));
  const used = [...new Set(results.map(({ ruleId }) => ruleId))];
  const unlooked = [
    ...unread.map(({ file, message }) => `${file}: ${message}`),
    ...entries.flatMap(({ outcome, title, reason }) => (outcome === "not-checked" ? [`${title}: ${reason}`] : [])),
  ];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Coxswain", version, informationUri: HOME, rules: used.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: unlooked.length === 0 && entries.length > 0,
            toolExecutionNotifications: unlooked.map((text) => ({ level: "warning", message: { text } })),
          },
        ],
        results,
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(id: string) {
  const meaning = FINDINGS.find((finding) => finding.id === id)?.meaning;
  const title = TITLES.get(id) ?? id;
  return {
    id,
    shortDescription: { text: title },
    ...(meaning ? { fullDescription: { text: meaning } } : {}),
  };
}

function resultOf(entry: Entry, { id, level, message, file, line }: Issue) {
  // A line is one of the transcript.
  const region = file === undefined && line !== undefined ? { region: { startLine: line } } : {};
  const path = file ?? entry.file;
  const place = { physicalLocation: { artifactLocation: { uri: addressOf(path) }, ...region } };
  return {
    ruleId: id,
    level: LEVEL[level],
    message: { text: `${entry.title}: ${message}` },
    ...(path === "" ? {} : { locations: [place] }),
  };
}

/** As seen from the project; a file outside of it by its whole address. */
function addressOf(path: string): string {
  return isAbsolute(path) ? pathToFileURL(path).href : path.split("/").map(encodeURIComponent).join("/");
}
