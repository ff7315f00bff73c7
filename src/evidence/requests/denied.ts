import type { Language } from "../language/language.ts";

/** "I won't delete tests": what stands there is said not to be done, and not only unless the person wants it. */
export function isDenied(text: string, at: number, { requests }: Language): boolean {
  return requests.denied.test(text.slice(0, at)) && !requests.unlessWanted.test(text);
}
