import * as z from "zod/mini";
import { notes } from "../change-note.ts";
import { openText, saveText, type TextFile } from "../files/open-text.ts";
import { spliceLines } from "../files/splice.ts";
import { createBoundedOutput } from "../../process/bounded-output.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { findFormatter, type FormatterCommand } from "./find-formatter.ts";

const FormatFileInput = z.strictObject({ path: z.string().check(z.describe("File to format, from the workspace.")) });

export const formatFile = defineTool({
  name: "format_file",
  description: "Formats a file with the project's own formatter and shows what changed.",
  schema: FormatFileInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path, "write");
    return context.history.exclusively(place.name, async () => {
      const file = await openText(context, place);
      const formatter = await findFormatter(context, place);
      const formatted = await format(context, file, formatter);
      if (formatted === file.text)
        return { status: "done", output: `"${place.name}" is already as ${formatter.name} wants it.` };
      await saveText(context, file, formatted);
      const splices = spliceLines(file.text, formatted);
      const noted = { name: place.name, encoding: file.encoding };
      context.history.record({ type: "changed", ...noted, splices });
      const { diffCharacters } = context.limits;
      return { status: "done", output: notes.formatted(noted, formatter.name, splices, diffCharacters) };
    });
  },
});

async function format(context: ToolContext, file: TextFile, formatter: FormatterCommand): Promise<string> {
  const { limits, workspace } = context;
  const complaints = createBoundedOutput(limits.outputBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = await context.io.run({
    command: formatter.command,
    cwd: workspace.root,
    environment: context.environment,
    input: Buffer.from(file.text, "utf8"),
    timeoutMs: limits.formatMs,
    killGraceMs: limits.killGraceMs,
    signal: context.signal,
    onOutput(chunk, stream) {
      if (stream === "stderr") return complaints.push(chunk);
      bytes += chunk.length;
      if (bytes <= limits.fileBytes) chunks.push(chunk);
    },
  });
  switch (end.type) {
    case "exited":
      break;
    case "timed-out":
      throw new ToolError(`${formatter.name} took longer than ${limits.formatMs} ms; nothing was changed.`, {
        status: "timed-out",
      });
    case "cancelled":
      throw new ToolError("Cancelled; nothing was changed.", { status: "interrupted" });
    case "not-started":
      throw new ToolError(`Nothing was changed: ${end.reason}.`);
  }
  if (end.exitCode !== 0)
    throw new ToolError(
      `${formatter.name} failed (exit code ${end.exitCode}); nothing was changed.\n${complaints.text()}`,
    );
  const formatted = Buffer.concat(chunks).toString("utf8");
  if (bytes > limits.fileBytes || (formatted.trim() === "" && file.text.trim() !== ""))
    throw new ToolError(`${formatter.name} gave back ${bytes} bytes for this file; nothing was changed.`);
  return formatted;
}
