import { expect, it } from "vitest";
import { projectNames } from "./project-names.ts";

const named = (...directories: string[]) => [...projectNames(directories).values()];

it("named worktrees by their numbers alone, and one of several projects by the name of all", () => {
  expect(
    named(
      "/Users/ann/workspace/cli",
      "/Users/ann/workspace/cli/.worktrees/1",
      "/Users/ann/workspace/cli/.worktrees/2",
      "/Users/ann/workspace/cli/.worktrees/ann/add-summaries",
      "/Users/ann/workspace/cli/.claude/worktrees/calm-otter",
      "/Users/bob/code/devenv/cli",
      "/home/eve/agentv",
    ),
  ).toEqual([
    "workspace/cli",
    "cli/.worktrees/1",
    "cli/.worktrees/2",
    "cli/.worktrees/ann/add-summaries",
    "cli/.claude/worktrees/calm-otter",
    "devenv/cli",
    "agentv",
  ]);
});

it.each<[directories: string[], names: string[]]>([
  [
    ["/home/a/shop", "/home/b/shop"],
    ["a/shop", "b/shop"],
  ],
  [
    ["/x/one/cli/.worktrees/4", "/x/two/cli/.worktrees/4"],
    ["one/cli/.worktrees/4", "two/cli/.worktrees/4"],
  ],
  [
    ["/cli", "/x/cli", "cli"],
    ["/cli", "x/cli", "cli"],
  ],
  [["/data/2026/01"], ["data/2026/01"]],
  [
    ["/2026/01", "/"],
    ["/2026/01", "/"],
  ],
  [
    ["C:\\code\\shop", "D:\\code\\shop"],
    ["C:/code/shop", "D:/code/shop"],
  ],
  [["/home/sam/.config"], ["sam/.config"]],
  [
    ["", "/home/shop", "/home/shop"],
    ["", "shop"],
  ],
])("tells %s apart", (directories, names) => {
  expect(named(...directories)).toEqual(names);
});
