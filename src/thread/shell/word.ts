import type { Assignment, Word, WordPart } from "unbash";
import type { ShellWord } from "./shell-command.ts";

export type Variables = ReadonlyMap<string, readonly string[]>;

const MAX_VALUES = 32;

export function resolveWord(word: Word, variables: Variables): ShellWord {
  if (!word.parts) return { text: word.value, dynamic: false };
  const fragments = word.parts.map((part) => partValues(part, variables));
  const values = combine(fragments);
  if (!values) return { text: word.value, dynamic: true };
  const [only] = values;
  if (values.length === 1 && only !== undefined) return { text: only, dynamic: false };
  return { text: word.value, dynamic: true, values };
}

export function resolveArgument(argument: Word | Assignment, variables: Variables): ShellWord {
  if (argument.type === "Word") return resolveWord(argument, variables);
  if (argument.value.type === "ArrayValue") return { text: argument.text, dynamic: true };
  const value = resolveWord(argument.value, variables);
  return { text: `${argument.name}=${value.text}`, dynamic: value.dynamic };
}

export function substitutionsOf(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.flatMap((part): readonly WordPart[] => {
    if (part.type === "CommandExpansion" || part.type === "ProcessSubstitution") return [part];
    if (part.type === "DoubleQuoted" || part.type === "LocaleString") return substitutionsOf(part.parts);
    return [];
  });
}

function partValues(part: WordPart, variables: Variables): readonly string[] | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return combine(part.parts.map((child) => partValues(child, variables)));
    case "SimpleExpansion":
      return variables.get(part.text.slice(1));
    case "ParameterExpansion":
      return part.operation || part.prefix || part.index ? undefined : variables.get(part.parameter);
    case "BraceExpansion":
      return braceValues(part.text);
    default:
      return undefined;
  }
}

function combine(fragments: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let values: readonly string[] = [""];
  for (const fragment of fragments) {
    if (!fragment || values.length * fragment.length > MAX_VALUES) return undefined;
    values = values.flatMap((value) => fragment.map((end) => value + end));
  }
  return values;
}

/** The values of `{a,b}` without anything nested or quoted inside; ranges and all else are unknown. */
function braceValues(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (!inner.includes(",") || /[{}$`'"\\*?]/.test(inner)) return undefined;
  return inner.split(",");
}
