import { describe, expect, it } from "vitest";
import type { Delta } from "./delta.ts";
import type { SourceType } from "./message.ts";
import { recognising } from "./own-words.ts";

const OWN = [{ text: "You say the tests pass,\nbut they failed; run them.", requestId: "u1" }];

function message(text: string, type: SourceType = "user"): Delta {
  const content = [{ type: "text" as const, text }];
  return { v: 1, type: "user:message", message: { role: "user", id: "m", source: { type }, content } };
}

describe("our own words", () => {
  it.each<[string, string, SourceType]>([
    ["bare, as Gemini CLI and opencode give them", "You say the tests pass,\nbut they failed; run them.", "user"],
    ["with other blanks", "You say the tests pass, but they failed;   run them.\n", "queue"],
    ["behind Claude Code's line", "Stop hook feedback:\nYou say the tests pass,\nbut they failed; run them.", "hook"],
    [
      "behind a date",
      "<current_datetime>now</current_datetime> You say the tests pass, but they failed; run them.",
      "user",
    ],
  ])("are known %s", (_, text, source) => {
    expect(recognising(OWN)(message(text, source))).toMatchObject({
      type: "course-correction",
      message: { source: { type: "course-correction" } },
      verdict: { verdict: "correct", message: OWN[0]!.text },
      usage: [],
    });
  });

  it.each([
    ["somebody else's", "run the tests"],
    ["a person who quotes them in a long message", `${OWN[0]!.text} ${"I disagree with this. ".repeat(20)}`],
  ])("are not %s", (_, text) => {
    expect(recognising(OWN)(message(text)).type).toBe("user:message");
  });
});
