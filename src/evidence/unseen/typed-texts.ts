import type { Step } from "../../thread/thread.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
import { isEndKey, isKey } from "../../thread/typed-keys.ts";
import { inputTexts } from "./unknown-tools.ts";

/**
 * What was typed into an open program, or given to the tool in an unknown shape. If the program is a shell, these texts
 * are commands, and nobody saw what they changed.
 */
export function typedTexts(step: Step): readonly string[] {
  return givenTo(step).filter((text) => !isKey(text));
}

/** True when a key was typed that ends the running program: nobody knows how it would have ended by itself. */
export function endsByKey(step: Step): boolean {
  return givenTo(step).some(isEndKey);
}

function givenTo({ action, input }: Step): readonly string[] {
  if (action.kind !== "execute" || action.command !== undefined) return [];
  const fields = Object.entries(fieldsOf(input));
  if (fields.length === 0) return inputTexts(input);
  return fields.flatMap(([name, value]) => (ABOUT_THE_CALL.test(name) ? [] : inputTexts(value)));
}

const ABOUT_THE_CALL = /id$|^is_|risk|timeout|delay/i;
