import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as run } from "./run.ts";

it("tells once of a store that fails while it is cancelled", async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  const cwd = temporaryDirectory();
  const path = join(cwd, "store.db");
  const calls = [{ tool: "bash", input: { command: "echo begun; sleep 20" } }];
  writeFileSync(join(cwd, "script.json"), JSON.stringify({ turns: [{ calls }, { say: "Done." }] }));
  const cancel = new AbortController();
  const begun = Promise.withResolvers<void>();
  const ended = runCommand(run, ["Go on.", "--json", "--model", "scripted/script.json"], {
    out: (text) => (text.startsWith('{"type":"tool:progress"') ? begun.resolve() : undefined),
    env: { HOME: cwd, PATH: process.env["PATH"], COX_STORE_PATH: path, COX_OBSERVER_MODEL: "none" },
    cwd,
    signal: cancel.signal,
  });
  const failure = ended.catch((error: unknown) => error);
  await begun.promise;
  const store = await openSqliteStore(path);
  const [thread] = await store.listThreads();
  await store.append(thread?.id ?? "", [{ v: 1, type: "cancelled", reason: "somebody else works on this thread" }]);
  await store.close();
  cancel.abort();
  expect(await failure).toMatchObject({ code: "store.conflict" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unheard).toEqual([]);
});
