import { expect, it } from "vitest";
import { NO_USAGE, type OperationType } from "../thread/usage.ts";
import { usualCall } from "./usual-call.ts";

const row = (
  model: string,
  calls: number,
  inputTokens: number,
  operationType: OperationType = "course-correction",
) => ({
  ...NO_USAGE,
  day: "2026-11-02",
  model,
  operationType,
  calls,
  inputTokens,
  outputTokens: calls * 10,
});

it("is the mean of what the model took, else of what any took, of looks at stops that were counted", () => {
  const rows = [
    row("a/one", 3, 3000),
    row("a/one", 2, 3000),
    row("b/two", 10, 90_000),
    row("b/two", 10, 900_000, "verification"),
    row("c/uncounted", 100, 0),
  ];
  expect(usualCall(rows, "a/one")).toEqual({ calls: 5, inputTokens: 1200, outputTokens: 10 });
  expect(usualCall(rows, "d/new")).toEqual({ calls: 15, inputTokens: 6400, outputTokens: 10 });
  expect(usualCall(rows.slice(0, 1), "a/one")).toBeUndefined();
});
