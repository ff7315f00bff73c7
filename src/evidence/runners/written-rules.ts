import { programOf } from "../../thread/shell/rules-by-name.ts";
import { COMPILED } from "./compiled.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { PYTHON } from "./python.ts";

const RULES = Map.groupBy([...JAVASCRIPT, ...PYTHON, ...COMPILED, ...MANAGED], programOf);

/**
 * A line for every program, with a tab between it and its rules as JSON. A turn meets few of them; the build writes the
 * text as it stands here, so that a hook makes no rule that nobody asks for.
 */
export const WRITTEN_RULES: string = [...RULES]
  .map(([program, rules]) => `\n${program}\t${JSON.stringify(rules)}`)
  .concat("\n")
  .join("");
