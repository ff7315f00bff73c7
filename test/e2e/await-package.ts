import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inject, vi } from "vitest";

const packed = inject("packageDirectory");
const failed = join(dirname(packed), "failed");
await vi.waitUntil(() => existsSync(packed) || existsSync(failed), { interval: 50, timeout: 600_000 });
if (!existsSync(packed)) throw new Error(`The package could not be made: ${readFileSync(failed, "utf8")}`);
