import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { Verdict } from "../../src/verdict.ts";
import type { Place } from "./program.ts";

export async function verdictsIn(place: Place): Promise<(Verdict & { readonly injected: boolean | "shadow" })[]> {
  const path = join(place.home, ".local", "state", "coxswain", "coxswain.db");
  if (!existsSync(path)) return [];
  const store = await openSqliteStore(path);
  try {
    const records = await store.listVerdicts();
    return records.map(({ verdict, injected }) => ({ ...verdict, injected })).reverse();
  } finally {
    await store.close();
  }
}
