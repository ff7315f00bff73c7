import { rememberingLines } from "../../thread/shell/remembering-lines.ts";
import { lookingPrograms } from "./looking-programs.ts";

/** Programs that look and never check; a line with nothing else need not be parsed. */
const LOOKING = lookingPrograms("git df cp");

const SEPARATORS = [";", "|", "\n", "&"];

/** True when a line may run a check, by a quick look at the first word of every part. Only wrong towards "maybe". */
export const maybeChecks = rememberingLines((line) => {
  const isOne = !SEPARATORS.some((sign) => line.includes(sign));
  for (const part of isOne ? [line] : line.split(/&&|\|\||[;|\n&]/)) {
    const word = /^[\s({!]*(?:\w+=\S*\s+)*([^\s()]*)/.exec(part)?.[1] ?? "";
    const started = /\s-exec(?:dir)?\s+(\S+)/.exec(part)?.[1] ?? "";
    if ([word, started].some((name) => name !== "" && !LOOKING.has(name))) return true;
  }
  return /\$\(|`|<\(/.test(line)
    ? /\b(?:test|lint|build|check|tsc|vitest|jest|pytest|cargo|go|npm|make)\b/.test(line)
    : /\bstash\b/.test(line);
});
