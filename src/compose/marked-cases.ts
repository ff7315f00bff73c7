import { CASE_ID_PREFIX } from "../audit/case.ts";
import type { Config } from "../config.ts";
import type { Feedback } from "../store/records.ts";
import { askStore } from "./ask-store.ts";

/** What people said about what audits found, by the ids of the cases. */
export function markedCases(config: Config): Promise<ReadonlyMap<string, Feedback>> {
  return askStore<ReadonlyMap<string, Feedback>>(config, new Map(), async (store) => {
    const records = await store.listVerdicts({ marked: true, idPrefix: CASE_ID_PREFIX });
    return new Map(records.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])));
  });
}
