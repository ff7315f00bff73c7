import type { Language } from "../language/language.ts";

/** True when the text says, with no "unless you want it", that what stands there will not be done. */
export function isDenied(text: string, at: number, { requests }: Language): boolean {
  return requests.denied.test(text.slice(0, at)) && !requests.unlessWanted.test(text);
}
