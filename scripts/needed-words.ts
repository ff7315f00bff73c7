/** Words, in small letters, of which every match of the expression holds at least one; undefined where there are none. */
export function neededWords(expression: RegExp): readonly string[] | undefined {
  const needed = needs(parse(expression.source)).needed;
  return needed && shortest(needed.map(longestWord));
}

type Node =
  | { readonly type: "letter"; readonly letter: string }
  /** A place between letters, or something looked for around it. */
  | { readonly type: "place"; readonly inside?: Node }
  | { readonly type: "unknown" }
  | { readonly type: "repeated"; readonly node: Node; readonly least: number; readonly most: number }
  | { readonly type: "sequence"; readonly nodes: readonly Node[] }
  | { readonly type: "choice"; readonly nodes: readonly Node[] };

/** A reader of expressions as this project writes them: no back-references, no named characters. */
function parse(source: string): Node {
  let at = 0;
  return choice();

  function choice(): Node {
    const nodes = [sequence()];
    while (source[at] === "|") {
      at += 1;
      nodes.push(sequence());
    }
    return { type: "choice", nodes };
  }

  function sequence(): Node {
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") nodes.push(repeated(single()));
    return { type: "sequence", nodes };
  }

  function repeated(node: Node): Node {
    const [mark, least, , most] = /^(?:[?*+]|\{(\d+)(,(\d*))?\})/.exec(source.slice(at)) ?? [];
    if (mark === undefined) return node;
    at += mark.length;
    if (source[at] === "?") at += 1;
    if (mark === "?") return { type: "repeated", node, least: 0, most: 1 };
    if (least === undefined) return { type: "repeated", node, least: mark === "+" ? 1 : 0, most: Infinity };
    const exact = !mark.includes(",");
    return { type: "repeated", node, least: Number(least), most: exact ? Number(least) : Number(most || Infinity) };
  }

  function single(): Node {
    const rest = source.slice(at);
    if (rest.startsWith("(")) return group(rest);
    const set = /^\[(?:\\.|[^\]\\])*\]/s.exec(rest)?.[0];
    if (set !== undefined) return skip(set, { type: "unknown" });
    const kind = /^(?:\\[wWdDsS]|\\[pP]\{[^}]*\}|\.)/.exec(rest)?.[0];
    if (kind !== undefined) return skip(kind, { type: "unknown" });
    const place = /^(?:\\[bB]|[$^])/.exec(rest)?.[0];
    if (place !== undefined) return skip(place, { type: "place" });
    if (/^\\[a-z0-9]/i.test(rest)) throw new Error(`not understood: ${rest.slice(0, 20)}`);
    const letter = rest.startsWith("\\") ? rest.slice(0, 2) : rest.slice(0, 1);
    return skip(letter, { type: "letter", letter: letter.slice(-1).toLowerCase() });
  }

  function group(rest: string): Node {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0] ?? "(";
    at += opening.length;
    const inside = choice();
    at += 1;
    if (opening.endsWith("!")) return { type: "place" };
    return opening.endsWith("=") ? { type: "place", inside } : inside;
  }

  function skip(text: string, node: Node): Node {
    at += text.length;
    return node;
  }
}

interface Needs {
  /** Everything it can match, where that is little. */
  readonly whole: readonly string[] | undefined;
  /** Every match, or what stands around it, holds one of these. */
  readonly needed: readonly string[] | undefined;
}

/** More texts than this are not followed. */
const MOST = 40;

function needs(node: Node): Needs {
  switch (node.type) {
    case "letter":
      return { whole: [node.letter], needed: [node.letter] };
    case "place":
      return { whole: [""], needed: node.inside && needs(node.inside).needed };
    case "unknown":
      return { whole: undefined, needed: undefined };
    case "repeated":
      return needsOfRepeated(node);
    case "choice":
      return needsOfChoice(node.nodes.map(needs));
    case "sequence":
      return needsOfSequence(node.nodes.map(needs));
  }
}

function needsOfRepeated({ node, least, most }: Extract<Node, { type: "repeated" }>): Needs {
  const { whole, needed } = needs(node);
  if (least > 0) return { whole: most === 1 ? whole : undefined, needed };
  return { whole: most === 1 && whole ? [...whole, ""] : undefined, needed: undefined };
}

function needsOfChoice(parts: readonly Needs[]): Needs {
  const whole = parts.every((part) => part.whole) ? parts.flatMap((part) => part.whole ?? []) : undefined;
  const needed = parts.every((part) => part.needed) ? parts.flatMap((part) => part.needed ?? []) : undefined;
  return { whole: whole && whole.length <= MOST ? whole : undefined, needed: needed && [...new Set(needed)] };
}

/** What stands side by side makes longer words; of several sets that are needed, the one that says most is taken. */
function needsOfSequence(parts: readonly Needs[]): Needs {
  const sets: (readonly string[])[] = [];
  let side: readonly string[] = [""];
  let followed = true;
  for (const { whole, needed } of parts) {
    if (needed) sets.push(needed);
    if (whole && whole.length * side.length <= MOST) {
      side = side.flatMap((before) => whole.map((after) => before + after));
      continue;
    }
    sets.push(side);
    side = whole ?? [""];
    followed = false;
  }
  const usable = [...sets, side].filter((set) => !set.includes(""));
  return { whole: followed ? side : undefined, needed: usable.sort((left, right) => worth(right) - worth(left))[0] };
}

function worth(words: readonly string[]): number {
  const shortestLength = Math.min(...words.map((word) => word.length));
  return shortestLength * 4 - words.length * 0.7 - (shortestLength < 3 ? 6 : 0);
}

/** The longest word of several says enough, unless all are short. */
function longestWord(words: string): string {
  const long = words.split(/\s+/).filter((word) => word.length >= 4);
  return long.sort((left, right) => right.length - left.length)[0] ?? words;
}

function shortest(words: readonly string[]): readonly string[] {
  const all = [...new Set(words)];
  return all.filter((word) => !all.some((other) => other !== word && word.includes(other))).sort();
}
