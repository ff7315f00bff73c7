/** Little words of the languages people most often write to agents in, besides English. Some are English words too. */
const FOREIGN =
  /(?<![\w\u00aa-\u1fff])(?:der|die|das|und|ist|nicht|ein|eine|einen|mit|für|auf|dem|den|von|zu|im|jetzt|alle|wurde|wurden|sind|ich|habe|noch|le|la|les|des|est|une|un|dans|pour|pas|avec|sur|et|ce|sont|je|ai|el|los|las|por|para|con|que|del|está|se|ha|han|não|uma|com|do|da|foi|os|porque|il|gli|che|non|per|sono|het|een|niet|van|voor|met|zijn|nie|jest|się|dla|ve|bir|için|och|att|inte|på|som)(?![\w\u00aa-\u1fff])/gi;
const ENGLISH_WORD =
  /(?<![\w\u00aa-\u1fff])(?:the|a|an|is|are|was|were|and|to|of|in|for|with|it|that|this|not|now|all|have|has|been|be|by|on|as|at|from|i|you|no|so)(?![\w\u00aa-\u1fff])/gi;
/** Greek and Cyrillic, Hebrew and Arabic, Devanagari, Thai, Korean, Japanese and Chinese. */
const OTHER_SCRIPT =
  /[\u0370-\u052f\u0590-\u06ff\u0750-\u077f\u0900-\u097f\u0e00-\u0e7f\u1100-\u11ff\u1f00-\u1fff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]/g;
const LETTER = /[A-Za-z\u00aa-\u1fff\u3040-\ud7af]/g;
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
  return foreign >= 2 && foreign > count(spoken, ENGLISH_WORD);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
