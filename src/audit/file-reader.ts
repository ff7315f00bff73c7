import { auditFile, DISK, type FileResult, type FileTask, type TranscriptAccess } from "./audit-file.ts";
import { provingOf, type ProvingSettings } from "./proving.ts";
import { type Said, tellingOwnWords } from "./said.ts";

/** What decides how files are read and judged, as plain data, so that it can be handed to a worker. */
export interface ReadingSettings {
  readonly settings: ProvingSettings;
  readonly said?: Said | undefined;
}

/** Reads and judges files as the settings want it. With everything that this takes, so it is loaded where files are read. */
export function createFileReader(
  { settings, said = new Map() }: ReadingSettings,
  access: TranscriptAccess = DISK,
): (task: FileTask) => FileResult {
  const judging = provingOf(settings);
  const telling = tellingOwnWords(access, said);
  return (task) => auditFile(task, judging, telling);
}
