export function withoutPlaces(pattern: RegExp): RegExp {
  let { source } = pattern;
  for (let look = /\(\?<?[=!]/.exec(source); look; look = /\(\?<?[=!]/.exec(source))
    source = source.slice(0, look.index) + NOTHING + source.slice(endOfGroup(source, look.index));
  source = source.replaceAll(/\\b|\\.|\[(?:\\.|[^\]\\])*\]|[$^]/g, (part) =>
    ["\\b", "^", "$"].includes(part) ? NOTHING : part,
  );
  return new RegExp(source, pattern.flags.replaceAll(/[gi]/g, ""));
}

const NOTHING = "z{0}";

function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (const part of source.slice(start).matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/g)) {
    if (part[0] === "(") depth += 1;
    if (part[0] === ")") depth -= 1;
    if (depth === 0) return start + part.index + 1;
  }
  throw new Error("a group without an end");
}
