/** Little words of the languages people most often write to agents in, besides English. Some are English words too. */
const FOREIGN =
  /(?<![\p{L}\d_])(?:der|die|das|und|ist|nicht|ein|eine|einen|mit|für|auf|dem|den|von|zu|im|jetzt|alle|wurde|wurden|sind|ich|habe|noch|le|la|les|des|est|une|un|dans|pour|pas|avec|sur|et|ce|sont|je|ai|el|los|las|por|para|con|que|del|está|se|ha|han|não|uma|com|do|da|foi|os|porque|il|gli|che|non|per|sono|het|een|niet|van|voor|met|zijn|nie|jest|się|dla|ve|bir|için|och|att|inte|på|som)(?![\p{L}\d_])/giu;
const ENGLISH_WORD =
  /(?<![\p{L}\d_])(?:the|a|an|is|are|was|were|and|to|of|in|for|with|it|that|this|not|now|all|have|has|been|be|by|on|as|at|from|i|you|no|so)(?![\p{L}\d_])/giu;
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Thai}\p{Script=Devanagari}]/gu;
const MAX_LENGTH = 4000;

/** True when a text is written in a language whose denials and admissions our tables cannot read. */
export function isForeign(text: string): boolean {
  const spoken = text
    .slice(0, MAX_LENGTH)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, " ")
    .replaceAll(/`[^`\n]*`/g, " ");
  const others = count(spoken, OTHER_SCRIPT);
  if (others > 4 && others * 5 > count(spoken, /\p{L}/gu)) return true;
  const foreign = count(spoken, FOREIGN);
  return foreign >= 2 && foreign > count(spoken, ENGLISH_WORD);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
