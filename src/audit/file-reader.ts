import { auditFile, type FileResult, type FileTask, type TranscriptAccess } from "./audit-file.ts";
import { provingOf, type ProvingSettings } from "./proving.ts";

/** Reads and judges files as the settings want it. With everything that this takes, so it is loaded where files are read. */
export function createFileReader(settings: ProvingSettings, access?: TranscriptAccess): (task: FileTask) => FileResult {
  const judging = provingOf(settings);
  return (task) => auditFile(task, judging, access);
}
