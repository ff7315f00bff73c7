import { expect, it } from "vitest";
import { shortened } from "./shortened.ts";

it.each([
  ["short", "short"],
  ["a longer one", "a longe…"],
  ["sixsix🙂 and more", "sixsix…"],
])("%s becomes %s", (text, short) => {
  expect(shortened(text, 8)).toBe(short);
});
