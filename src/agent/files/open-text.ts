import { basename, dirname } from "node:path";
import { errorCode } from "../../text/errors.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";
import type { FileContent, FileIo, Stamp } from "./disk.ts";
import { similarity } from "./nearest-candidate.ts";
import { type Text, decodeText, encodeText } from "./text-file.ts";

export interface TextFile extends Text {
  readonly place: Place;
  readonly stamp: Stamp;
}

/** Reads a text file, or throws the reason why not: missing (with the nearest name), binary, or too large. */
export async function openText(context: ToolContext, place: Place): Promise<TextFile> {
  const { bytes, stamp } = await readContent(context, place);
  const decoded = decodeText(bytes);
  if (decoded === undefined)
    throw new ToolError(
      `"${place.name}" is a binary file (${bytes.length} bytes); only text is read and changed here.`,
    );
  return { ...decoded, place, stamp };
}

/** Writes the new text in the file's own encoding and mode, if the file was not changed since it was opened. */
export async function saveText(context: ToolContext, file: TextFile, text: string): Promise<void> {
  if ((file.stamp.mode & 0o222) === 0)
    throw new ToolError(`"${file.place.name}" is write-protected. Change its mode first if the user wants it changed.`);
  const bytes = encodeText(text, file.encoding);
  if (decodeText(bytes)?.text !== text) throw notReadBack(file);
  await context.io.files.write(file.place.path, bytes, { replaces: file.stamp });
}

/** The error for a text that could not be read back as written; `undo_edit` could not undo it either. */
function notReadBack({ place }: TextFile): ToolError {
  const why = "the new text holds a NUL, half a character, or a byte order mark at its start";
  return new ToolError(`"${place.name}" was not changed: it would not be the same text when read again (${why}).`);
}

export async function holdsExactly(context: ToolContext, place: Place, text: string): Promise<boolean> {
  return (await readContent(context, place)).bytes.equals(Buffer.from(text, "utf8"));
}

async function readContent(context: ToolContext, place: Place): Promise<FileContent> {
  try {
    return await context.io.files.read(place.path, context.limits.fileBytes);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw error;
    throw new ToolError(await describeMissing(context.io.files, place), { cause: error });
  }
}

async function describeMissing(files: FileIo, place: Place): Promise<string> {
  const wanted = basename(place.path).toLowerCase();
  const names = await namesIn(files, dirname(place.path));
  if (names === undefined) return `There is no file "${place.name}": its directory does not exist either.`;
  const nearest = names
    .map((name) => ({ name, likeness: similarity(wanted, name.toLowerCase()) }))
    .filter(({ likeness }) => likeness >= 0.6)
    .sort((left, right) => right.likeness - left.likeness)
    .slice(0, 3)
    .map(({ name }) => `"${name}"`);
  if (nearest.length === 0) return `There is no file "${place.name}". Use list_files to see what is there.`;
  return `There is no file "${place.name}". Its directory holds ${nearest.join(", ")}.`;
}

async function namesIn(files: FileIo, directory: string): Promise<string[] | undefined> {
  try {
    return (await files.list(directory)).map((entry) => entry.name);
  } catch {
    return undefined;
  }
}
