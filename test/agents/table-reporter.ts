import process from "node:process";
import type { Reporter, TestCase, TestModule } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    agent?: { readonly title: string; readonly version: string; readonly scenario: string };
    durationMs?: number;
  }
}

/** Says at the end, agent by agent, what was seen. What was skipped says why and never counts as passed. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap(rowOf));
    if (rows.length === 0) return;
    const head = ["agent", "version", "scenario", "result", "seconds"];
    const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
    const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
    const count = (word: string) => rows.filter((row) => row[3]?.startsWith(word)).length;
    const isolated = process.env["COX_AGENTS_ISOLATED"] === "yes" ? "without a network" : "with a network";
    process.stdout.write(
      [
        "",
        line(head),
        ...rows.sort((left, right) => (left[0] ?? "").localeCompare(right[0] ?? "")).map(line),
        "",
        `${count("passed")} passed, ${count("FAILED")} failed, ${count("skipped")} skipped, ${isolated}, on Node ${process.version}`,
        "",
      ].join("\n"),
    );
  }
}

function rowOf(test: TestCase): string[][] {
  const { agent, durationMs } = test.meta();
  if (!agent) return [];
  const result = test.result();
  const seconds = durationMs === undefined ? "" : (durationMs / 1000).toFixed(1);
  const again = test.diagnostic()?.retryCount ? " at the second try" : "";
  return [[agent.title, agent.version, agent.scenario, `${wordFor(result)}${again}`, seconds]];
}

function wordFor(result: ReturnType<TestCase["result"]>): string {
  switch (result.state) {
    case "passed":
      return "passed";
    case "skipped":
      return `skipped: ${result.note ?? "no reason given"}`;
    default:
      return "FAILED";
  }
}
