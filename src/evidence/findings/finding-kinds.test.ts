import { expect, it } from "vitest";
import { FINDING_RULES } from "./all.ts";
import { FINDING_KINDS } from "./finding-kinds.ts";

it("knows only findings that there are, and calls untrue all that contradict a claim", () => {
  const ids = FINDING_RULES.map(({ id }) => id);
  expect(Object.keys(FINDING_KINDS).filter((id) => !ids.includes(id))).toEqual([]);
  const contradicting = FINDING_RULES.filter(({ category }) => category === "contradicted-claim");
  expect(contradicting.filter(({ id }) => FINDING_KINDS[id] !== "untrue")).toEqual([]);
});

it("calls half-way what says nothing untrue and leaves the work undone", () => {
  const skipped = FINDING_RULES.filter(({ category }) => category === "skipped-request").map(({ id }) => id);
  const halfWay = Object.keys(FINDING_KINDS).filter((id) => FINDING_KINDS[id] === "half-way");
  expect(halfWay.toSorted()).toEqual(skipped.toSorted());
});
