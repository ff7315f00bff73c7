import * as z from "zod/mini";
import { notes, type Spot } from "../change-note.ts";
import { findEdit, type Edit } from "../files/find-edit.ts";
import { openText, saveText } from "../files/open-text.ts";
import { spliceLines } from "../files/splice.ts";
import { defineTool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const EditFileInput = z.strictObject({
  path: z.string().check(z.describe("File to change, from the workspace.")),
  oldText: z
    .string()
    .check(z.describe("Text to replace, exactly as in the file, with enough around it to occur only once.")),
  newText: z.string().check(z.describe("Text to put there.")),
  replaceAll: z.optional(z.boolean()).check(z.describe("True to replace every occurrence.")),
});
type EditFileInput = z.infer<typeof EditFileInput>;

/** An edit in more places than this is shown as a diff. */
const MAX_SPOTS = 50;

export const editFile = defineTool({
  name: "edit_file",
  description:
    "Replaces one piece of text in a file by another. The old text must be in the file exactly, spaces included, and only once unless replaceAll is set. Line ends of the file are kept.",
  schema: EditFileInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path, "write");
    if (input.oldText === "")
      throw new ToolError("oldText is empty. Give the text to replace; to make a new file, use create_file.");
    if (input.oldText === input.newText) throw new ToolError("oldText and newText are the same: nothing to change.");
    return context.history.exclusively(place.name, async () => {
      const file = await openText(context, place);
      const edit = findEdit(file.text, input);
      if (!edit.ok) throw new ToolError(`"${place.name}" was not changed. ${edit.reason}`);
      if (edit.text === file.text)
        throw new ToolError(`"${place.name}" was not changed. Line ends apart, oldText and newText are the same.`);
      await saveText(context, file, edit.text);
      const spots = spotsOf(edit, input);
      const splices =
        spots?.map((spot) => ({ ...spot, removed: input.oldText, inserted: input.newText })) ??
        spliceLines(file.text, edit.text);
      const noted = { name: place.name, encoding: file.encoding };
      context.history.record({ type: "changed", ...noted, splices });
      return {
        status: "done",
        output: spots ? notes.editedAt(noted, spots) : notes.edited(noted, splices, context.limits.diffCharacters),
      };
    });
  },
});

/** The places of the edit, if they are enough to undo it: the input must tell exactly what was removed and inserted. */
function spotsOf(edit: Edit, input: EditFileInput): readonly Spot[] | undefined {
  return edit.literal && input.newText !== "" && edit.spots.length <= MAX_SPOTS ? edit.spots : undefined;
}
