import { expect, it } from "vitest";
import { htmlReport } from "./html-report.ts";
import type { ReportData } from "./report-data.ts";

it("shows no sign that turns or hides text, also in a path, a name and the keys of a table", () => {
  const hidden = "\u202e\u2066\u061c\u200b\u3164\ufeff\u{e0041}";
  const data = {
    scope: `/repo/${hidden}gpj.ts`,
    names: [`/repo/${hidden}gpj.ts`],
    projects: { [`/repo/${hidden}gpj.ts`]: `${hidden}gpj.ts` },
  } as unknown as ReportData;
  const page = [...htmlReport(data, [])].join("");
  expect(page).toContain('{"/repo/gpj.ts":"gpj.ts"}');
  expect(page).toContain('"scope":"/repo/gpj.ts"');
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u061c\u200b\u3164\ufeff]|\u{e0041}/u);
});
