import type { JsonValue } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** Keeps a value and gives the one before it: of several hooks at the same time, each sees what another has kept. */
export async function exchange(
  store: Pick<Store, "updateGuard">,
  key: string,
  value: JsonValue | undefined,
): Promise<JsonValue | undefined> {
  let before: JsonValue | undefined;
  await store.updateGuard(key, (current) => {
    before = current;
    return value;
  });
  return before;
}
