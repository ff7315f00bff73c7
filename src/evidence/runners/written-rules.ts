import { programOf, writtenByName } from "../../thread/shell/rules-by-name.ts";
import { COMPILED } from "./compiled.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { PYTHON } from "./python.ts";

/** Every rule, as one text with a line for each program: the build puts that text in here (scripts/ready-tables.ts). */
export const WRITTEN_RULES: string = writtenByName([...JAVASCRIPT, ...PYTHON, ...COMPILED, ...MANAGED], programOf);
