/** The parts of an expression, with their places in its source. */
export type Node = { readonly start: number; readonly end: number } & (
  | { readonly type: "letter"; readonly letter: string }
  /** One of a few texts. */
  | { readonly type: "texts"; readonly texts: readonly string[] }
  /** A lookaround: something that must, or must not, stand beside a place. */
  | { readonly type: "around"; readonly inside: Node; readonly wanted: boolean }
  | { readonly type: "unknown" }
  /** Any letter outside ASCII. */
  | { readonly type: "beyond" }
  | { readonly type: "kept"; readonly inside: Node }
  | { readonly type: "repeated"; readonly node: Node; readonly least: number; readonly most: number }
  | { readonly type: "sequence"; readonly nodes: readonly Node[] }
  | { readonly type: "choice"; readonly nodes: readonly Node[] }
);

/** An edge of a word, or a separator between words. */
export const EDGE = " ";

/** A parser for expressions as this project writes them. */
export function parse(source: string): Node {
  let at = 0;
  return choice();

  function choice(): Node {
    const start = at;
    const nodes = [sequence()];
    while (source[at] === "|") {
      at += 1;
      nodes.push(sequence());
    }
    return { type: "choice", nodes, start, end: at };
  }

  function sequence(): Node {
    const start = at;
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") nodes.push(repeated(single()));
    return { type: "sequence", nodes, start, end: at };
  }

  function repeated(node: Node): Node {
    const [mark, least, , most] = /^(?:[?*+]|\{(\d+)(,(\d*))?\})/.exec(source.slice(at)) ?? [];
    if (mark === undefined) return node;
    at += mark.length;
    if (source[at] === "?") at += 1;
    const again = { type: "repeated", node, start: node.start, end: at } as const;
    if (mark === "?") return { ...again, least: 0, most: 1 };
    if (least === undefined) return { ...again, least: mark === "+" ? 1 : 0, most: Infinity };
    const exact = !mark.includes(",");
    return { ...again, least: Number(least), most: exact ? Number(least) : Number(most || Infinity) };
  }

  function single(): Node {
    const start = at;
    const rest = source.slice(at);
    if (rest.startsWith("(")) return group(rest);
    const set = /^\[(?:\\.|[^\]\\])*\]/s.exec(rest)?.[0];
    if (set !== undefined) return ofSet(set, start, (at += set.length));
    const kind = /^(?:\\[wWdDsSB1-9]|\\[pP]\{[^}]*\}|\\k<\w+>|\.)/.exec(rest)?.[0];
    if (kind === "\\s") return ofSet("[\\s]", start, (at += 2));
    if (kind !== undefined) return { type: "unknown", start, end: (at += kind.length) };
    const edge = /^(?:\\b|[$^])/.exec(rest)?.[0];
    if (edge !== undefined) return { type: "texts", texts: [EDGE], start, end: (at += edge.length) };
    const letter = letterOf(rest);
    const end = (at += letter.written);
    return isFolded(letter.is)
      ? { type: "beyond", start, end }
      : { type: "letter", letter: letter.is.toLowerCase(), start, end };
  }

  function group(rest: string): Node {
    const start = at;
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0] ?? "(";
    if (opening === "(" && rest.startsWith("(?")) throw new Error(`not understood: ${rest.slice(0, 20)}`);
    at += opening.length;
    const inside = choice();
    at += 1;
    const place = { inside, start, end: at } as const;
    if (/[=!]$/.test(opening)) return { type: "around", ...place, wanted: opening.endsWith("=") };
    return opening === "(?:" ? { type: "sequence", nodes: [inside], start, end: at } : { type: "kept", ...place };
  }
}

/**
 * True for letters outside ASCII that have a capital form: there, small and capital letters are not related in a
 * simple way. None of them matches an ASCII letter, though: that needs the flags which {@link worded} excludes.
 */
function isFolded(letter: string): boolean {
  return letter > "\x7f" && letter.toLowerCase() !== letter.toUpperCase();
}

function letterOf(rest: string): { readonly is: string; readonly written: number } {
  const [coded, short, long] = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(rest) ?? [];
  if (coded !== undefined)
    return { is: String.fromCharCode(Number.parseInt(short ?? long ?? "", 16)), written: coded.length };
  if (/^\\[nrtfv0]/.test(rest)) return { is: EDGE, written: 2 };
  if (/^\\[a-z0-9]/i.test(rest)) throw new Error(`not understood: ${rest.slice(0, 20)}`);
  return rest.startsWith("\\") ? { is: rest.slice(1, 2), written: 2 } : { is: rest.slice(0, 1), written: 1 };
}

/** A set as a node: a few letters or signs are a choice; in a larger set of separators, each member is an edge. */
function ofSet(set: string, start: number, end: number): Node {
  const members = set.slice(1, -1).match(/\\.|[^\\]/gs) ?? [];
  const known = members[0] !== "^" && !members.slice(1, -1).includes("-");
  const letters = members.map((member) => (/^\\[^a-z0-9]$/i.test(member) ? member.slice(1) : member.toLowerCase()));
  if (known && letters.every(isFolded)) return { type: "beyond", start, end };
  if (letters.some(isFolded)) return { type: "unknown", start, end };
  if (known && members.length <= MOST_MEMBERS && letters.every((letter) => letter.length === 1))
    return { type: "texts", texts: [...new Set(letters)], start, end };
  if (known && members.every((member) => BETWEEN_WORDS.test(member)))
    return { type: "texts", texts: [EDGE], start, end };
  return { type: "unknown", start, end };
}

const MOST_MEMBERS = 6;
const BETWEEN_WORDS = /^(?:\\[snrtfv]|\\?[!-/:-@[-^`{-~ ])$/;

export function partsOf(node: Node): readonly Node[] {
  if (node.type === "around" || node.type === "kept") return [node.inside];
  if (node.type === "repeated") return [node.node];
  return node.type === "sequence" || node.type === "choice" ? node.nodes : [];
}
