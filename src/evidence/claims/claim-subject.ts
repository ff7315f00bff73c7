import type { Claim } from "./claims.ts";
import type { Facts } from "../facts.ts";
import type { Language } from "../language/language.ts";
import { baseName, mayNamePlace } from "../changes/paths.ts";

/** "clean for cart.ts", "all cart tests pass": the one thing a claim is narrowed to. */
export function subjectOf({ language: { closing } }: Facts, { sentence }: Claim): string | undefined {
  const place = checkedPlaceIn(sentence.text, closing);
  if (place !== undefined) return place.endsWith("/") ? place : baseName(place);
  const span = closing.checkedSpan.exec(sentence.masked)?.[1];
  const part = span === undefined ? undefined : sentence.code[Number(span)];
  if (part !== undefined && /^[\w@/-]{3,80}$/.test(part)) return baseName(part);
  const named =
    closing.passFor.exec(sentence.masked)?.[1] ??
    closing.testsOf.exec(sentence.masked)?.[1] ??
    closing.testsAbout.exec(sentence.text)?.[1];
  return named && baseName(named).replace(/(?<=\w{4})s$/, "");
}

/** Most closings name none, and what finds one costs a stop more than any other pattern. */
function checkedPlaceIn(text: string, { checkedPlace, placeChecked }: Language["closing"]): string | undefined {
  if (!mayNamePlace(text)) return undefined;
  const other = placeChecked.exec(text);
  return checkedPlace.exec(text)?.[1] ?? other?.[1] ?? other?.[2];
}
