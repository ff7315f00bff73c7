import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { queueContract } from "../../../test/contracts/queue.ts";
import { killWorkers } from "../../../test/contracts/queue-kills.ts";

const folder = mkdtempSync(join(tmpdir(), "cox-queue-"));
afterAll(() => rmSync(folder, { recursive: true }));

queueContract("sqlite", async () => join(folder, "team.db"));

it("has everything done, and noted as done once, where workers are killed at any moment", async () => {
  expect((await killWorkers(join(folder, "killed.db"), 4, 1500)).worstMs).toBeLessThan(12_000);
}, 120_000);
