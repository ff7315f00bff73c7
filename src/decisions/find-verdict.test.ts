import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { createMemoryStore } from "../store/memory.ts";
import { findVerdict } from "./find-verdict.ts";

it("does not take an empty name for the start of the only id", async () => {
  const store = createMemoryStore();
  await store.write({ verdicts: [verdict("v1")] });
  expect(await findVerdict(store, undefined, "v")).toMatchObject({ record: { id: "v1" } });
  await expect(findVerdict(store, undefined, "")).rejects.toMatchObject({
    code: "usage",
    message: 'There is no decision "".',
  });
});
