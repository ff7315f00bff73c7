import * as z from "zod/mini";
import { notes } from "../change-note.ts";
import { openText, saveText } from "../files/open-text.ts";
import { spliceLines } from "../files/splice.ts";
import { defineTool, type ToolContext, type ToolOutcome } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";

const CreateFileInput = z.strictObject({
  path: z.string().check(z.describe("File to create, from the workspace. Missing directories are made.")),
  content: z.string().check(z.describe("The whole content.")),
  overwrite: z.optional(z.boolean()).check(z.describe("True to replace a file that is already there.")),
});

export const createFile = defineTool({
  name: "create_file",
  description: "Creates a file with the given content. To change a part of a file that exists, use edit_file.",
  schema: CreateFileInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path, "write");
    return context.history.exclusively(place.name, async () => {
      const there = await context.io.files.look(place.path);
      if (there === undefined) return create(context, place, input.content);
      if (there.type !== "file") throw new ToolError(`"${place.name}" is a ${there.type}, not a file.`);
      if (input.overwrite !== true)
        throw new ToolError(
          `"${place.name}" already exists. Change it with edit_file, or set overwrite to replace all of it.`,
        );
      return overwrite(context, place, input.content);
    });
  },
});

async function create(context: ToolContext, place: Place, content: string): Promise<ToolOutcome> {
  await context.io.files.write(place.path, Buffer.from(content, "utf8"), {});
  context.history.record({ type: "created", name: place.name, content });
  return { status: "done", output: notes.created(place.name, content) };
}

async function overwrite(context: ToolContext, place: Place, content: string): Promise<ToolOutcome> {
  const file = await openText(context, place);
  if (file.text === content) return { status: "done", output: `"${place.name}" already has exactly this content.` };
  await saveText(context, file, content);
  const splices = spliceLines(file.text, content);
  const noted = { name: place.name, encoding: file.encoding };
  context.history.record({ type: "changed", ...noted, splices });
  return { status: "done", output: notes.overwritten(noted, splices, context.limits.diffCharacters) };
}
