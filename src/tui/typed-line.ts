/** The meaning of a line that the person sent. */
export type TypedLine =
  | { readonly type: "nothing" }
  | { readonly type: "say" | "say-now"; readonly text: string }
  | { readonly type: "help" | "queue" | "usage" }
  | { readonly type: "thinking" | "quit" }
  /** With an empty text, the queued message is put into the input line. */
  | { readonly type: "edit-queued"; readonly number: number; readonly text: string }
  | { readonly type: "drop-queued"; readonly number: number }
  | { readonly type: "handoff"; readonly goal: string }
  | { readonly type: "mistake"; readonly message: string };

export const HELP: readonly (readonly [string, string])[] = [
  ["Enter", "send; while the agent works, queue"],
  ["Alt-Enter, /now TEXT", "send at once: what is under way is cancelled"],
  ["Ctrl-J", "a new line"],
  ["Esc", "cancel what is under way"],
  ["Up, Down", "what you sent before"],
  ["Ctrl-T, /thinking", "show or hide what the model thinks"],
  ["/queue", "show what is queued"],
  ["/edit N [TEXT]", "change queued message N"],
  ["/drop N", "take queued message N away"],
  ["/usage", "tokens and cost so far"],
  ["/handoff GOAL", "go on in a new thread"],
  ["/quit, Ctrl-C twice, Ctrl-D", "leave"],
];

export function readTypedLine(line: string): TypedLine {
  const text = line.trim();
  if (text === "") return { type: "nothing" };
  const [, name, rest = ""] = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(line.trimEnd()) ?? [];
  if (name === undefined) return { type: "say", text };
  return readCommand(name.toLowerCase(), rest.trim());
}

function readCommand(name: string, rest: string): TypedLine {
  switch (name) {
    case "now":
      return rest === ""
        ? mistake("/now needs a text: /now stop and look at the tests")
        : { type: "say-now", text: rest };
    case "help":
    case "queue":
    case "usage":
    case "thinking":
    case "quit":
      return rest === "" ? { type: name } : tooMuch(name);
    case "exit":
      return rest === "" ? { type: "quit" } : tooMuch(name);
    case "edit": {
      const [, number, text = ""] = /^(\d+)(?:\s+([\s\S]+))?$/.exec(rest) ?? [];
      return number === undefined
        ? mistake("/edit needs the number of a queued message: /edit 1 the new text")
        : { type: "edit-queued", number: Number(number), text };
    }
    case "drop":
      return /^\d+$/.test(rest)
        ? { type: "drop-queued", number: Number(rest) }
        : mistake("/drop needs the number of a queued message: /drop 1");
    case "handoff":
      return rest === ""
        ? mistake("/handoff needs a goal: /handoff write the release notes")
        : { type: "handoff", goal: rest };
    default:
      return mistake(`There is no /${name}; /help shows what there is. A space before the slash sends it as it is.`);
  }
}

/** A text after such a command would be lost, and was probably meant for the agent. */
function tooMuch(name: string): TypedLine {
  return mistake(`/${name} takes no text. A space before the slash sends it as it is.`);
}

function mistake(message: string): TypedLine {
  return { type: "mistake", message };
}
