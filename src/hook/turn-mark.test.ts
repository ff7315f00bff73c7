import { expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { carriedAfter, carriedToJson } from "../evidence/evidence.ts";
import { isRecord } from "../text/json.ts";
import { encodeMark, markBehind } from "./turn-mark.ts";

it("counts its form up with what is carried: whoever changes this list raises FORM, and the number here", () => {
  const thread = new ThreadBuilder()
    .started("/repo")
    .user("Do not touch a.ts.")
    .bash("npx vitest run")
    .close("Ok.")
    .build();
  const carried = carriedToJson(carriedAfter(thread, thread.turns[0]!));
  const kept = encodeMark({ mark: markBehind(thread, { offset: 0, line: 0, state: {} }), carried });
  expect(kept).toMatchObject({ form: 7 });
  expect(namesIn(carried).join(" ")).toBe(
    "checks checks.runs checks.scripts checks.open checks.stashedAt checks.shellAt bans changed",
  );
});

/** The names of all fields, those of fields within them behind a dot; what lists hold is not looked at. */
function namesIn(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    name.startsWith("$") ? [] : [name, ...namesIn(field).map((inner) => `${name}.${inner}`)],
  );
}
