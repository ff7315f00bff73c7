import { expect, it } from "vitest";
import { NameList } from "./name-list.ts";

it("knows the names of its text, and of the list it adds to", () => {
  const looking = new NameList("cat ls");
  const more = new NameList("git df", looking);
  expect(["cat", "git", "df", "l", "", "rm"].filter((name) => more.has(name))).toEqual(["cat", "git", "df"]);
  expect(looking.has("git")).toBe(false);
});
