import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { announcedStep } from "./announced-step.ts";
import { LEAD, PROVEN, SHOWN } from "./proof.ts";

const asked = (request = "Sum the cart."): ThreadBuilder => thread().user(request).edit("/repo/a.ts", "a", "b");

test.each<[string, ThreadBuilder, number | undefined]>([
  ["a colon", asked().close("The loop is in. Now let me add the tests:"), PROVEN],
  ["a step of its own", asked().close("I'll update the docs next."), SHOWN],
  ["after a claim", asked().close("All tests pass. I'll update the docs next."), LEAD],
  ["nothing announced", asked().close("The loop is in. Let me know what you think."), undefined],
  ["a question", asked().close("Which one? I'll fix the rest then."), undefined],
  ["with a condition", asked().close("I'll commit as soon as you say so."), undefined],
  ["a person who wants breaks", asked("Go step by step.").close("Next I'll write the page."), undefined],
  ["a turn that was stopped", asked().close("Now let me add the tests:").cancelled(), undefined],
  ["no step before it", thread().user("Hello").close("I'll fix it."), undefined],
])("%s", (_, told, sure) => {
  expect(foundBy(told, announcedStep).map(({ confidence }) => confidence)).toEqual(sure === undefined ? [] : [sure]);
});
