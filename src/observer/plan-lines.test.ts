import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { evidenceLedger } from "./evidence-ledger.ts";

type Status = "completed" | "in_progress" | "pending";

function plan(tasks: Record<string, Status>): ThreadBuilder {
  const todos = Object.entries(tasks).map(([content, status]) => ({ content, status }));
  return thread().user("Write the importer.").edit("/repo/a.ts", "a", "b").call("TodoWrite", { todos });
}

function linesOf(builder: ThreadBuilder): { plan: string[]; leads: string[] } {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  const lines = evidenceLedger(built, turn);
  const starting = (start: string): string[] => lines.filter((line) => line.startsWith(start));
  return { plan: starting("own plan"), leads: starting("lead (own-plan-unfinished") };
}

describe("planLines", () => {
  it("says of a turn that was stopped what its list has open", () => {
    const stopped = plan({
      "Parse rows": "completed",
      "Wire the importer": "in_progress",
      "Document columns": "pending",
    });
    expect(linesOf(stopped.close("Now the importer.", "aborted"))).toEqual({
      plan: ["own plan, step 2: 1 of 3 marked done, not “Wire the importer” (begun), “Document columns”"],
      leads: [],
    });
  });

  it("knows tasks of an earlier turn that this one goes on with, and only where it does", () => {
    const made = ["Parse rows", "Wire the importer", "Document columns"].reduce(
      (builder, subject, index) => builder.call("TaskCreate", { subject }, { output: `Task #${index + 1} created` }),
      thread().user("Write the importer."),
    );
    const update = (builder: ThreadBuilder, taskId: string): ThreadBuilder =>
      builder.edit("/repo/a.ts", "a", "b").call("TaskUpdate", { taskId, status: "completed" });
    const next = update(made, "1").close("Parsed. Shall I go on?").user("Yes.");
    expect(linesOf(update(next, "2").close("All is done.")).plan).toEqual([
      "own plan, step 7: 2 of 3 marked done, not “Document columns”",
    ]);
    expect(linesOf(next.user("Now something else.").edit("/repo/b.ts", "a", "b").close("Done.")).plan).toEqual([]);
  });

  it("leaves it to the lead where there is one", () => {
    const { plan: told, leads } = linesOf(
      plan({ "Parse rows": "completed", "Document columns": "pending" }).close("Done."),
    );
    expect([told.length, leads.length]).toEqual([0, 1]);
  });

  it.each<[name: string, tasks: Record<string, Status>, closing: string]>([
    ["all is done", { "Parse rows": "completed" }, "Done."],
    [
      "the closing speaks of it",
      { "Parse rows": "completed", "Document columns": "pending" },
      "I did not document columns.",
    ],
    ["nobody ticked anything off", { "Parse rows": "pending", "Document columns": "pending" }, "Done."],
  ])("says nothing where %s", (_name, tasks, closing) => {
    expect(linesOf(plan(tasks).close(closing, "aborted"))).toEqual({ plan: [], leads: [] });
  });
});
