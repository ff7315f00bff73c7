import { auditFile, DISK, type FileResult, type FileTask, type TranscriptAccess } from "../session/audit-file.ts";
import { type Said, tellingOwnWords } from "../session/load-thread.ts";
import { provingOf, type ProvingSettings } from "./proving.ts";

/** The settings that decide how files are read and judged, as plain data, so that they can be sent to a worker. */
export interface ReadingSettings {
  readonly settings: ProvingSettings;
  readonly said?: Said | undefined;
}

/** Reads and judges a file. Its imports are large, so it is loaded only where files are read. */
export function createFileReader(
  { settings, said = new Map() }: ReadingSettings,
  access: TranscriptAccess = DISK,
): (task: FileTask) => FileResult {
  const judging = provingOf(settings);
  const telling = tellingOwnWords(access, said);
  return (task) => auditFile(task, judging, telling);
}
