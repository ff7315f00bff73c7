import { join } from "node:path";
import { expect, it } from "vitest";
import { usage as sample, verdict } from "../../../test/contracts/store-samples.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { NOT_ENDED } from "../../decisions/asked-account.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { gateVerdict } from "../../verdict.ts";
import { command as usage } from "./usage.ts";

it.each([40, 80])("fits into a terminal of %i columns, with all its numbers", async (columns) => {
  const cwd = temporaryDirectory();
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db") };
  const store = await openSqliteStore(env.COX_STORE_PATH);
  const spent = { ...sample(), model: "provider/a-model-with-a-long-name", inputTokens: 123_456, outputTokens: 2345 };
  await store.write({ usage: [{ threadId: "t", usage: { ...spent, cachedInputTokens: 60_000 } }] });
  await store.close();
  const { out } = await runCommand(usage, ["--since", "2000-01-01"], { env, cwd, columns });
  expect(out.split("\n").filter((line) => line.length > columns)).toEqual([]);
  for (const told of ["123.5k", "60.0k", "2.3k", "total"]) expect(out).toContain(told);
});

it.each([40, 80])(
  "counts calls of a server that tells no tokens, and says that it told none (%i columns)",
  async (columns) => {
    const cwd = temporaryDirectory();
    const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db") };
    const store = await openSqliteStore(env.COX_STORE_PATH);
    const { cost: _, ...unpriced } = sample();
    const untold = { ...unpriced, model: "local/m", inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 };
    await store.write({ usage: [{ usage: untold }, { usage: untold }] });
    await store.close();
    const { out } = await runCommand(usage, ["--since", "2000-01-01"], { env, cwd, columns });
    expect(out).toMatch(columns === 40 ? /2 calls, tokens not told/ : /local\/m .* 2 +– +– +– +–/);
  },
);

it("counts the call of a hook that was ended before the answer came, with those that are told", async () => {
  const cwd = temporaryDirectory();
  const env = { HOME: cwd, COX_STORE_PATH: join(cwd, "store.db") };
  const store = await openSqliteStore(env.COX_STORE_PATH);
  const { cost: _, ...unpriced } = sample();
  const at = "2026-11-01T09:00:00.000Z";
  const cut = { ...gateVerdict("unchecked", NOT_ENDED), usage: [{ ...unpriced, inputTokens: 0, outputTokens: 0 }] };
  await store.write({
    verdicts: [verdict("v", { at, injected: false, verdict: cut })],
    usage: [{ at, usage: sample() }],
  });
  await store.close();
  const { out } = await runCommand(usage, ["--since", "2000-01-01", "--json"], { env, cwd });
  expect(JSON.parse(out)).toMatchObject({ rows: [{ day: "2026-11-01", calls: 2, inputTokens: 100, unpriced: 2 }] });
});
