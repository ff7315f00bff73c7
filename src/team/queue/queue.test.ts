import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { queueContract } from "../../../test/contracts/queue.ts";

const folder = mkdtempSync(join(tmpdir(), "cox-queue-"));
afterAll(() => rmSync(folder, { recursive: true }));

queueContract("sqlite", async () => join(folder, "team.db"));
