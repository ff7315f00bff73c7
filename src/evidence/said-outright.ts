import type { Language } from "./language/language.ts";

/** What stands before an ask or a ban in its sentence asks for something itself, and tells no condition and no report. */
export function isOutright(before: string, language: Language): boolean {
  const clauses = before.split(/[,;!()—–]|[.:](?=\s|$)|\s-\s/).map((clause) => clause.trim());
  if (clauses.some((clause) => language.requests.reserve.test(clause))) return false;
  // What stands in brackets explains.
  if (before.lastIndexOf("(") > before.lastIndexOf(")")) return false;
  const own = withoutCourtesy(clauses.at(-1) ?? "", language);
  return own === "" || tellsToDo(own, language);
}

export function withoutCourtesy(clause: string, { requests }: Language): string {
  return clause.replace(requests.courtesy, "");
}

/** A clause that opens with a verb, known to be one or by what it is followed by. */
export function tellsToDo(clause: string, { requests }: Language): boolean {
  return requests.imperative.test(clause) || requests.verbAndObject.test(clause);
}
