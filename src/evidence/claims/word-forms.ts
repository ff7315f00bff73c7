/** `OrderRepositoryIT` as the words it is made of. */
export function uncamelled(text: string): string {
  return text.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
}

export function singular(word: string): string {
  return word.replace(/(?<=\w{3})s$/, "");
}

/** The end of a list without a statement about its names: "cart and geo". */
export const LISTED = /^\s*[\w./-]{1,80} (?:and|or|&) [\w./-]{1,80}\W*$/;
