import type { LoadedConfig } from "../../config.ts";
import { type Diagnosis, broken, fine, warning } from "./diagnosis.ts";

/** Which files were read, and everything that is wrong with them, each with its file and key. */
export function lookAtConfig({ files, problems }: LoadedConfig): Diagnosis[] {
  const found = files.filter((file) => file.found).map(({ file }) => file);
  const read = fine("config", found.length === 0 ? "no configuration file, the defaults hold" : found.join(", "));
  const wrong = problems.map(({ severity, message, origin, key }) => {
    const where = origin.file ?? origin.variable ?? origin.source;
    const mend =
      key === undefined ? `Mend ${where}.` : `Mend or remove ${key} in ${where}; cox config ${key} explains it.`;
    return severity === "error" ? broken("config", message, mend) : warning("config", message, mend);
  });
  return wrong.length === 0 ? [read] : wrong;
}
