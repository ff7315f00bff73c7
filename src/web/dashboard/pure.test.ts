import { describe, expect, it } from "vitest";
import { grouped } from "../parts/figures.js";
import { addressOf, changed, onPage, periodDrawn, periodOf, readAddress, viewAddress, weeksIn } from "./address.js";
import { atLeast, trend } from "./certainty.js";
import { ago, dollars, percent, short, title } from "./numbers.js";
import { sortedBy } from "./table.js";

const NOW = Date.parse("2026-11-19T12:00:00Z");

describe("the address", () => {
  it("keeps what it knows, and names that are empty or strange", () => {
    const place = readAddress("?page=cases&repository=a%26b%3Dc&model=&other=1&constructor=2");
    expect(place).toEqual({ page: "cases", repository: "a&b=c", model: "" });
    expect(readAddress(addressOf(place).slice(1))).toEqual(place);
    expect(addressOf({})).toBe("/");
  });

  it("starts a changed list at its beginning, and takes only shared filters to another page", () => {
    const place = readAddress("?page=cases&days=7&team=a&finding=b&after=c&sort=d");
    expect(changed(place, { finding: undefined })).toEqual({ page: "cases", days: "7", team: "a", sort: "d" });
    expect(onPage(place, { page: "cost" })).toEqual({ page: "cost", days: "7", team: "a" });
  });

  it.each([
    [{}, "2026-10-21", "2026-11-19"],
    [{ days: "7" }, "2026-11-13", "2026-11-19"],
    [{ days: "x" }, "2026-11-19", "2026-11-19"],
    [{ days: "7", to: "2026-03-01" }, "2026-02-23", "2026-03-01"],
    [{ from: "2026-01-01", to: "2026-01-02" }, "2026-01-01", "2026-01-02"],
    // The service says what is wrong with it.
    [{ to: "soon" }, "soon", "soon"],
  ])("of %j lasts from %s to %s", (place, from, to) => {
    expect(periodOf(place, NOW)).toEqual({ from, to });
  });

  it("draws twelve weeks around a short period, and all of a long one", () => {
    expect(periodDrawn({ from: "2026-11-02", to: "2026-11-08" }, NOW)).toEqual({
      from: "2026-08-31",
      to: "2026-11-19",
    });
    expect(periodDrawn({ from: "2026-01-05", to: "2026-01-11" }, NOW)).toEqual({
      from: "2025-10-20",
      to: "2026-01-11",
    });
    const year = periodDrawn({ from: "2025-11-20", to: "2026-11-19" }, NOW);
    expect([year.from, weeksIn(year).length]).toEqual(["2025-11-20", 53]);
    expect(weeksIn({ from: "soon", to: "later" })).toEqual([]);
  });

  it("asks a view for what it knows", () => {
    const place = readAddress("?page=cases&repository=a/b&team=c&verdict=ok&sort=x");
    const period = periodOf(place, NOW);
    const days = "from=2026-10-21&to=2026-11-19";
    expect(viewAddress("weeks", place, period)).toBe(`/v1/views/weeks?${days}&team=c&repository=a%2Fb`);
    expect(viewAddress("teams", place, period, { without: "team" })).toBe(`/v1/views/teams?${days}&repository=a%2Fb`);
    expect(viewAddress("cases", place, period)).toBe(`/v1/views/cases?${days}&team=c&repository=a%2Fb&verdict=ok`);
  });
});

describe("what few stops cannot say", () => {
  it("makes one of one less bad than thirty of a hundred", () => {
    expect(atLeast(1, 1)).toBeLessThan(atLeast(30, 100));
    expect(atLeast(30, 100)).toBeCloseTo(0.219, 3);
    expect([atLeast(0, 0), atLeast(0, 5)]).toEqual([0, 0]);
  });

  it.each([
    [[10, 1000], [60, 1000], "fewer"],
    [[60, 1000], [10, 1000], "more"],
    [[1, 10], [2, 10], "same"],
    [[0, 10], [0, 10], "same"],
    [[0, 0], [2, 10], undefined],
  ] as const)("compares %j with %j before: %s", ([part, whole], [partBefore, wholeBefore], said) => {
    expect(trend({ part, whole }, { part: partBefore, whole: wholeBefore })).toBe(said);
  });
});

it("writes numbers as people read them", () => {
  expect([0, 1234, 1_234_567].map(grouped)).toEqual(["0", "1,234", "1,234,567"]);
  expect([null, 0, 0.0001, 0.256, 0.9999, 1].map(percent)).toEqual(["–", "0%", "<0.1%", "25.6%", ">99.9%", "100%"]);
  expect([0, 0.00001, 0.0123, 12.3, 1234.5].map(dollars)).toEqual(["$0", "<$0.0001", "$0.0123", "$12.30", "$1,235"]);
  expect([999, 53_100_000].map(short)).toEqual(["999", "53.1 M"]);
  expect(
    ["2026-11-19T11:59:58Z", "2026-11-19T11:00:00Z", "2026-11-09T12:00:00Z", ""].map((at) => ago(at, NOW)),
  ).toEqual(["just now", "60 min ago", "10 days ago", "never"]);
  expect(title("claimed-check-never-ran")).toBe("Claimed check never ran");
});

it("sorts both ways, with what says nothing at the end", () => {
  const columns = [
    { name: "rate", title: "Rate", of: (row: Readonly<Record<string, unknown>>) => row["rate"] as number | null },
  ];
  const rows = [{ rate: null }, { rate: 1 }, { rate: 3 }, { rate: 2 }];
  const ratesBy = (sort: string | undefined) => sortedBy(rows, columns, sort).map(({ rate }) => rate);
  expect(ratesBy("rate")).toEqual([1, 2, 3, null]);
  expect(ratesBy("-rate")).toEqual([3, 2, 1, null]);
  expect(ratesBy("constructor")).toEqual([null, 1, 3, 2]);
});
