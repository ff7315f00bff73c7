import type { ForbiddenDeed } from "../language/ban-tables.ts";
import type { RequestKind } from "../language/request-tables.ts";
import type { Language } from "../language/language.ts";
import type { Prose, Sentence } from "../language/prose.ts";

/** What is known of an ask besides its sentence. */
export interface AskDetails {
  readonly paths?: readonly string[];
  readonly commands?: readonly string[];
  readonly deed?: ForbiddenDeed;
  readonly plain?: boolean;
  readonly listed?: true;
}

/** A sentence of the person, from which asks are read. */
export interface Asked {
  readonly sentence: Sentence;
  readonly prose: Prose;
  readonly language: Language;
  readonly add: (kind: RequestKind, sentence: Sentence, details: AskDetails) => void;
}

/** True when the text is too long to be one sentence, whatever code stands in it. */
export function isTooLong({ masked, text }: Sentence): boolean {
  return masked.length > MAX_SENTENCE || text.length > MAX_TEXT;
}

const MAX_SENTENCE = 800;
const MAX_TEXT = 4000;
