import { programOf, writtenByName } from "../../thread/shell/rules-by-name.ts";
import { COMPILED } from "./compiled.ts";
import { JAVASCRIPT } from "./javascript.ts";
import { MANAGED } from "./managed.ts";
import { PYTHON } from "./python.ts";

export const WRITTEN_RULES: string = writtenByName([...JAVASCRIPT, ...PYTHON, ...COMPILED, ...MANAGED], programOf);
