import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { fileNotThere } from "./file-not-there.ts";
import { LEAD, PROVEN, STRONG_LEAD } from "./proof.ts";

const asked = (): ThreadBuilder => thread().user("Write the notes.");
const CLAIM = "Created `docs/notes.md`.";

test.each<[string, ThreadBuilder, number | undefined]>([
  ["nothing ran at all", asked().close(CLAIM), PROVEN],
  ["something ran that may have written it", asked().bash("./gen.sh").close(CLAIM), LEAD],
  ["written", asked().create("/repo/docs/notes.md", "x").close(CLAIM), undefined],
  [
    "written in an earlier turn",
    asked().create("/repo/docs/notes.md", "x").close("Done.").user("And?").close(CLAIM),
    undefined,
  ],
  [
    "written and taken away",
    asked().create("/repo/docs/notes.md", "x").bash("rm docs/notes.md").close(CLAIM),
    STRONG_LEAD,
  ],
  ["not claimed", asked().close("See `docs/notes.md`."), undefined],
  [
    "not on the disk",
    asked()
      .create("/repo/a.md", "x")
      .witnessed({ mismatches: [{ path: "a.md", step: 1, kind: "gone", missing: "", unsure: false }] })
      .close("Done."),
    PROVEN,
  ],
])("%s", (_, told, sure) => {
  expect(foundBy(told, fileNotThere).map(({ confidence }) => confidence)).toEqual(sure === undefined ? [] : [sure]);
});
