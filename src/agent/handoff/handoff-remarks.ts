import type { HandoffFiles } from "./handoff-files.ts";

const MAX_TOLD = 10;
const MAX_PATH = 200;

/** What a person should know about the files before they agree, one sentence each. The paths come from the model. */
export function remarksOn({ files, dropped }: HandoffFiles): string[] {
  const told = dropped
    .slice(0, MAX_TOLD)
    .map(({ path, reason }) => `Left out: ${path.slice(0, MAX_PATH)}, which ${reason}.`);
  const more = dropped.length - told.length;
  return [
    ...(files.length === 0 ? ["No file is named."] : []),
    ...told,
    ...(more > 0 ? [`Left out: ${more} more.`] : []),
  ];
}
