import type { Rolldown } from "tsdown";
import { literally } from "../src/literally.ts";

/**
 * What a file takes from another gets a name of its own there. The bundler makes a getter of each export and asks it at
 * every use, a thousand times while the judges are loaded, because an export could change: ours may not.
 */
export const plainBindings: Rolldown.Plugin = {
  name: "plain-bindings",
  renderChunk(code, { fileName }) {
    for (const [, , value = ""] of code.matchAll(GETTER))
      if (new RegExp(String.raw`^let ${literally(value)}(?![\w$])`, "m").test(code))
        this.error(`${value} is exported from ${fileName} and may change: others would not see it.`);
    return withOwnNames(withoutCopies(code.replaceAll(GETTER, "exports.$1 = $2;")));
  },
};

const GETTER =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/gm;

/** Of a module of Node's that is imported as a whole, the bundler copies every property. */
function withoutCopies(code: string): string {
  return code.replaceAll(/^(\w+) = (?:require_\w+\.)?__toESM\(\1, 1\);$/gm, "$1 = { __proto__: $1, default: $1 };");
}

function withOwnNames(code: string): string {
  let text = code;
  for (const [declared, file = ""] of code.matchAll(/^const (require_\w+) = require\("\.\/[^"]+"\);$/gm)) {
    const names = new Set<string>();
    text = text.replaceAll(new RegExp(String.raw`\b${file}\.([\w$]+)`, "g"), (_, name: string) => {
      names.add(name);
      return `${file}$${name}`;
    });
    const own = [...names].map((name) => `${name}: ${file}$${name}`);
    text = text.replace(declared, () => `${declared}\nconst { ${own.join(", ")} } = ${file};`);
  }
  return text;
}
