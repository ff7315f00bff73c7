import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { neutralise } from "../text/strings.ts";
import type { Case } from "../session/record.ts";
import { sharedPart } from "../web/pages.ts";
import { drawnCase, type ReportData } from "./report-data.ts";

/** One file that loads nothing. Foreign text stands in blocks of JSON, which the script turns into text nodes. */
export function* htmlReport(data: ReportData, cases: Iterable<Case>): Generator<string> {
  const scripts = [...SHARED_SCRIPTS.map(sharedPart), ...SCRIPTS.map(readPart)].map(moduleBody);
  const script = `"use strict";\n(() => {\n${scripts.join("\n")}\n})();\n`;
  const style = [sharedPart("base.css"), ...STYLES.map(readPart)].join("\n");
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const embeddedCases = function* (): Generator<string> {
    for (const found of cases)
      yield `<script type="application/json" id="case-${found.id}">${embedded(drawnCase(found))}</script>\n`;
  };
  const parts: Record<string, Iterable<string>> = {
    policy: [`<meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    style: [`<style>${style}</style>`],
    data: [`<script type="application/json" id="audit-data">${embedded(data)}</script>`],
    cases: embeddedCases(),
    script: [`<script>${script}</script>`],
  };
  for (const [index, piece] of readPart("page.html")
    .split(/<!-- (\w+) -->/)
    .entries()) {
    if (index % 2 === 0) yield piece;
    else yield* parts[piece] ?? [];
  }
}

/** Both in order of their dependencies; those that the team's dashboard has, too, come first. */
const SHARED_SCRIPTS = ["dom.js", "figures.js", "commands.js"];
const SCRIPTS = [
  "words.js",
  "weeks.js",
  "standings.js",
  "charts.js",
  "plot.js",
  "week-chart.js",
  "claims-chart.js",
  "list.js",
  "filters.js",
  "quote.js",
  "steps.js",
  "strip.js",
  "receipt.js",
  "proof.js",
  "commands.js",
  "claimed.js",
  "case-view.js",
  "print.js",
  "tiles.js",
  "main.js",
];

/** What holds on a narrow screen or on paper comes last, because it overrules the rest. */
const STYLES = ["page.css", "case.css", "narrow.css", "print.css"];

/** A part without its imports and exports: all parts run in one function, so what they import is already defined. */
function moduleBody(text: string): string {
  return text.replaceAll(/^import [^;]*;\n/gm, "").replaceAll(/^export /gm, "");
}

function readPart(name: string): string {
  return readFileSync(new URL(`./page/${name}`, import.meta.url), "utf8");
}

function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON in which nothing can end the surrounding element or begin a comment, nor hide or turn what is shown. */
function embedded(value: unknown): string {
  return JSON.stringify(value, harmless).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function harmless(_key: string, value: unknown): unknown {
  if (typeof value === "string") return neutralise(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [neutralise(key), inner]));
}
