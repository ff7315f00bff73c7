import { isAscii } from "node:buffer";
import * as z from "zod/mini";
import { notes, type FileChange } from "../change-note.ts";
import { holdsExactly, openText, saveText, type TextFile } from "../files/open-text.ts";
import { revertSplices } from "../files/splice.ts";
import { encodeText, type Encoding } from "../files/text-file.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";

const UndoEditInput = z.strictObject({
  path: z.string().check(z.describe("File whose last change is undone, from the workspace.")),
});

export const undoEdit = defineTool({
  name: "undo_edit",
  description:
    "Undoes the last change you made to a file with create_file, edit_file, delete_file or format_file. Call it again to go further back.",
  schema: UndoEditInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path, "write");
    return context.history.exclusively(place.name, async () => {
      const change = context.history.last(place.name);
      if (change === undefined)
        throw new ToolError(`You have not changed "${place.name}", so there is nothing to undo.`);
      await undo(context, place, change);
      context.history.dropLast(place.name);
      return { status: "done", output: notes.undone(place.name, context.history.count(place.name)) };
    });
  },
});

async function undo(context: ToolContext, place: Place, change: FileChange): Promise<void> {
  switch (change.type) {
    case "created":
      if (!(await holdsExactly(context, place, change.content))) throw changedSince(place);
      return context.io.files.remove(place.path);
    case "changed": {
      if (change.splices === null) throw notKept(place);
      const file = await openText(context, place);
      const text = revertSplices(file.text, change.splices);
      if (text === undefined) throw changedSince(place);
      return saveText(context, { ...file, encoding: encodingBefore(change.encoding, file) }, text);
    }
    case "deleted":
      if (change.content === null) throw notKept(place);
      return context.io.files.write(place.path, encodeText(change.content, change.encoding), { mode: change.mode });
  }
}

/** The encoding to write: a file that now has only ASCII does not show that it was Latin-1. */
function encodingBefore(noted: Encoding | undefined, file: TextFile): Encoding {
  const showsNone = file.encoding === "utf-8" && isAscii(Buffer.from(file.text));
  return noted === "latin-1" && showsNone ? noted : file.encoding;
}

function changedSince(place: Place): ToolError {
  return new ToolError(
    `"${place.name}" was changed by something else since, so the change cannot be taken out cleanly. Use edit_file.`,
  );
}

function notKept(place: Place): ToolError {
  return new ToolError(`What it takes to undo the last change of "${place.name}" was not kept. Use edit_file or git.`);
}
