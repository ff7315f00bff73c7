import * as z from "zod/mini";
import { notes } from "../change-note.ts";
import { FileTooLarge } from "../files/disk.ts";
import { openText, type TextFile } from "../files/open-text.ts";
import { defineTool, type ToolContext, type ToolOutcome } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";

const DeleteFileInput = z.strictObject({ path: z.string().check(z.describe("File to delete, from the workspace.")) });

export const deleteFile = defineTool({
  name: "delete_file",
  description: "Deletes one file. A symlink is deleted itself, not what it points to.",
  schema: DeleteFileInput,
  async run(input, context) {
    const place = await context.workspace.resolveEntry(input.path, "write");
    return context.history.exclusively(place.name, async () => {
      const there = await context.io.files.look(place.path);
      if (there === undefined) throw new ToolError(`There is no file "${place.name}".`);
      if (there.type === "directory")
        throw new ToolError(`"${place.name}" is a directory. Delete its files one by one, or use bash.`);
      const file = there.type === "file" ? await textOrReason(context, place) : there.type;
      await context.io.files.remove(place.path);
      return typeof file === "string" ? rememberLoss(context, place, file) : rememberText(context, file);
    });
  },
});

async function textOrReason(context: ToolContext, place: Place): Promise<TextFile | string> {
  try {
    return await openText(context, place);
  } catch (error) {
    if (error instanceof FileTooLarge) return "too large to keep";
    if (error instanceof ToolError) return "not text";
    throw error;
  }
}

function rememberText(context: ToolContext, file: TextFile): ToolOutcome {
  const { text, encoding, place, stamp } = file;
  const deleted = { name: place.name, content: text, encoding, mode: stamp.mode };
  context.history.record({ type: "deleted", ...deleted });
  return { status: "done", output: notes.deleted(deleted, context.limits.diffCharacters) };
}

function rememberLoss(context: ToolContext, place: Place, what: string): ToolOutcome {
  context.history.record({ type: "deleted", name: place.name, content: null, encoding: "utf-8", mode: 0o644 });
  return { status: "done", output: notes.deletedForGood(place.name, what) };
}
