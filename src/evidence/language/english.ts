import { ENGLISH_CLAIMS } from "./english/claims.ts";
import { ENGLISH_CLOSING } from "./english/closing.ts";
import { ENGLISH_DEEDS } from "./english/deeds.ts";
import { ENGLISH_MODALITY } from "./english/modality.ts";
import { ENGLISH_REQUESTS } from "./english/requests.ts";
import { ENGLISH_RULES, ENGLISH_TOPICS } from "./english/topics.ts";
import { ENGLISH_TRIALS } from "./english/trials.ts";
import { expression } from "../../patterns/expression.ts";
import type { Language } from "./language.ts";

export const ENGLISH: Language = {
  name: "english",
  claims: ENGLISH_CLAIMS,
  modality: ENGLISH_MODALITY,
  ranHeading: expression("i")`
    \b(?:verif(?:ied|ication)|validat(?:ed|ion)|checks?|tests?|testing|commands?) (?:pass(?:ed|es|ing)?|run|ran|done|ok|succeeded|results?)
    \b(?! (?:on|in|at|for|with) (?:every|each|all|ci\b|pull|night)| by (?:ci|the)\b| (?:every|each|nightly|automatically|when)\b)
    |\b(?:verified|validated|tested|checked|ran) (?:with|by|using|via)\b
    |^(?:verification|validation|verified|validated|tests? run|checks? run)$
  `,
  saysRan: /\b(?:pass(?:ed|es|ing)?|ran|run|done|ok|succeeded|verified|validated|tested|checked)\b/i,
  universal: /\b(?:all|every|entire|full|whole|everything|complete(?:ly)?|fully)\b/i,
  partial: expression("i")`
    \b(?:
      (?:in|of|for|with) (?:my|our) (?:changes?|code|edits?|work)
      |(?:files?|everything|what|tests?|specs?|ones) (?:i|we|that (?:i|we|were)) (?:changed|touched|edited|added|wrote|written|ran)
      |(?:changed|touched|modified|edited) (?:files?|code|lines?|modules?|packages?)
      |new|added|targeted|relevant|related|affected|focused|specific|first|these|those|this|remaining
      |(?:tests?|specs?) (?:for|about|of|around|covering) (?:it|them|that)
    )\b
  `,
  scope:
    /\b(?:unit|integration|e2e|end-to-end|smoke|functional|acceptance|backend|frontend|server|client|package|module)\b/i,
  countedIn: expression("gi")`
    \b(?:including|incl\.|plus|as well as|along with|together with)\b[^.;!?]*
    |\((?![^()]*\b(?:not|no|only|just|except|without|untouched|new|those|these|related|affected|changed|touched)\b)
    [^()]*(?:[+&,]|\band\b)[^()]*\)
  `,
  requests: ENGLISH_REQUESTS,
  closing: ENGLISH_CLOSING,
  deeds: ENGLISH_DEEDS,
  trials: ENGLISH_TRIALS,
  rules: ENGLISH_RULES,
  topics: ENGLISH_TOPICS,
};
