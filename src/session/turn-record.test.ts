import { expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { turnKey } from "./turn-record.ts";

const AT = "2026-11-01T00:00:00.000Z";
const LATER = "2026-11-02T00:00:00.000Z";

function keyOf(builder: ThreadBuilder, at = AT): string {
  const thread = builder.build();
  return turnKey(thread, thread.turns[0]!, at);
}

const answered = (request = "What is it?", closing = "A parser.") =>
  keyOf(new ThreadBuilder().user(request).close(closing));

it("is a short name", () => {
  expect(answered()).toMatch(/^[\da-f]{16}$/);
});

it.each([
  ["another request", answered("Who is it?")],
  ["another answer", answered("What is it?", "A lexer.")],
  ["another time", keyOf(new ThreadBuilder().user("What is it?").close("A parser."), LATER)],
  ["work", keyOf(new ThreadBuilder().user("What is it?").bash("ls").close("A parser."))],
])("tells a turn without work from one with %s", (_, other) => {
  expect(other).not.toBe(answered());
  expect(answered()).toBe(answered());
});

const worked = (command: string, output: string, later = "ls") =>
  keyOf(new ThreadBuilder().user("Go.").bash(command, { output }).bash(later).close("Done."));

it.each([
  ["call", worked("pwd", "a")],
  ["result", worked("cat x", "b")],
  ["later call", worked("cat x", "a", "pwd")],
])("tells turns whose calls have no ids of their own apart by another %s", (_, other) => {
  expect(other).not.toBe(worked("cat x", "a"));
});

it("stays the same where a turn goes on, or is told at another time", () => {
  const turn = () => {
    const builder = new ThreadBuilder().user("Go.");
    for (let step = 0; step < 5; step += 1) builder.bash(`echo ${step}`);
    return builder;
  };
  expect(keyOf(turn().bash("npm test").close("Done."), LATER)).toBe(keyOf(turn()));
});
