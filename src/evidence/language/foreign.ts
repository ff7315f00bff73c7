import { expression } from "../../patterns/expression.ts";

/** Little words of the languages people most often write to agents in, besides English. Some are English words too. */
const FOREIGN = expression("gi")`
  (?<![\w\u00aa-\u1fff])(?:
    der|die|das|und|ist|nicht|ein|eine|einen|mit|für|auf|dem|den|von|zu|im|jetzt|alle|wurde|wurden|sind|ich|habe
    |noch|le|la|les|des|est|une|un|dans|pour|pas|avec|sur|et|ce|sont|je|ai|el|los|las|por|para|con|que|del|está|se
    |ha|han|não|uma|com|do|da|foi|os|porque|il|gli|che|non|per|sono|het|een|niet|van|voor|met|zijn|nie|jest|się|dla
    |ve|bir|için|och|att|inte|på|som
  )(?![\w\u00aa-\u1fff])
`;
const ENGLISH_WORD = expression("gi")`
  (?<![\w\u00aa-\u1fff])(?:
    the|a|an|is|are|was|were|and|to|of|in|for|with|it|that|this|not|now|all|have|has|been|be|by|on|as|at|from|i|you
    |no|so
  )(?![\w\u00aa-\u1fff])
`;
/** Words that stand in almost every English report and hardly in one of another language. */
const TELLING_WORD = expression("gi")`
  (?<![\w\u00aa-\u1fff])(?:
    the|and|are|were|with|it|its|that|this|these|those|not|now|all|have|been|by|from|you|your|we|my|which|when|after
    |before|because|but|still|only|one|two|three|both|every|everything|nothing|each|other|there|them|they|their|most
    |some|any|more|has|can|will|should|errors?|warnings?|failures?|check|done|pass|passe[sd]|passing|fail|fails
    |failing|green|red|clean|ready|work|works|working|complete|shipped|wrote|built|made|throws|raises|returns|shows
    |gives|reports|instead|into|offenses?|[a-z]{3,}(?:ed|n't)
  )(?![\w\u00aa-\u1fff])
`;
/** What may be a word of prose: not a path, and not a name from code. */
const WORD = expression("g")`
  (?<![\w./\\@\u00aa-\u1fff-])
  [A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff][a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff']*
  (?![\w/\\@\u00aa-\u1fff]|\.\w)
`;
/** Letters that English has only in borrowed words. */
const MARKED_WORD = /(?<![\w\u00aa-\u1fff])[a-z]*[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]/gi;
/** Greek and Cyrillic, Hebrew and Arabic, Devanagari, Thai, Korean, Japanese and Chinese. */
const OTHER_SCRIPT = expression("g")`
  [\u0370-\u052f\u0590-\u06ff\u0750-\u077f\u0900-\u097f\u0e00-\u0e7f\u1100-\u11ff\u1f00-\u1fff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]
`;
const LETTER = /[A-Za-z\u00aa-\u1fff\u3040-\ud7af]/g;
/** A text with fewer words than this can be English without any telling word; in a longer one, one word in ten is. */
const LEAST_WORDS = 4;
const TELLING_SHARE = 10;
const MAX_LENGTH = 4000;

/** True when a text is written in a language whose denials and admissions our tables cannot read. */
export function isForeign(text: string): boolean {
  const spoken = text
    .slice(0, MAX_LENGTH)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, " ")
    .replaceAll(/`[^`\n]*`/g, " ");
  const others = count(spoken, OTHER_SCRIPT);
  if (others > 4 && others * 5 > count(spoken, LETTER)) return true;
  const foreign = count(spoken, FOREIGN);
  if (foreign >= 2 && foreign > count(spoken, ENGLISH_WORD)) return true;
  const telling = count(spoken, TELLING_WORD);
  const words = count(spoken, WORD);
  return telling < count(spoken, MARKED_WORD) || (words >= LEAST_WORDS && telling * TELLING_SHARE < words);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
