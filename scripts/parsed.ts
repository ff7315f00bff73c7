import type { Rolldown } from "tsdown";

type Parser = Pick<Rolldown.PluginContext, "parse">;
type Program = ReturnType<Parser["parse"]>;

const known = new Map<string, Program>();

/** The syntax tree of a source: several plugins of several builds in one run need that of the same file. */
export function parsed(parser: Parser, code: string): Program {
  const before = known.get(code);
  if (before) return before;
  const made = parser.parse(code, { lang: "ts" });
  known.set(code, made);
  return made;
}
