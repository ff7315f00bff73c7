/** `OrderRepositoryIT` as the words it is made of. */
function uncamelled(text: string): string {
  return text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
}

/** Every word and number of a text, and of the names in it. */
export function uncamelledWords(text: string): string[] {
  return uncamelled(text).match(/[a-z\d]+/g) ?? [];
}

/** The same without those that are too short to tell anything. */
export function longUncamelledWords(text: string): string[] {
  return uncamelled(text).match(/[a-z\d]{3,}/g) ?? [];
}

/** No word is longer; one that is was made to be in the way. */
const LONGEST_WORD = 100;

/** The longer runs of letters: names stay whole, and numbers divide them. */
export function letterWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => word.length <= LONGEST_WORD);
}

export function singular(word: string): string {
  return word.replace(/(?<=\w{3})s$/, "");
}

/** The end of a list without a statement about its names: "cart and geo". */
export const LISTED = /^\s*[\w./-]{1,80} (?:and|or|&) [\w./-]{1,80}\W*$/;
