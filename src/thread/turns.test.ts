import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { answerText, lastTurn } from "./turns.ts";

it("an empty retry, or one that did not end, takes the place of no answer", () => {
  const sentBack = () => thread().user("List them.").close("Red, blue.").user("incomplete: yellow", "verification");
  const answerOf = (built: ReturnType<typeof sentBack>) => answerText(built.build(), lastTurn(built.build())!);
  expect(answerOf(sentBack().close(""))).toBe("Red, blue.");
  expect(answerOf(sentBack().close("Red, blue and ye", "max_tokens"))).toBe("Red, blue.");
  expect(answerOf(sentBack().bash("ls"))).toBe("Red, blue.");
  expect(answerOf(sentBack().close("Red, blue, yellow."))).toBe("Red, blue, yellow.");
  expect(answerOf(thread().user("List them.").close(""))).toBe("");
});
