import type { Rolldown } from "tsdown";

/**
 * Gives everything that a file imports from another a name of its own. The bundler makes a getter for each export and
 * calls it at every use, a thousand times while the judges are loaded, because an export could change. Ours must not
 * change, however they are declared.
 */
export const plainBindings: Rolldown.Plugin = {
  name: "plain-bindings",
  renderChunk(code, { fileName }) {
    const changed = new Set(assignedIn(this.parse(code)));
    for (const [, , value = ""] of code.matchAll(GETTER))
      if (changed.has(value)) this.error(`${value} is exported from ${fileName} and changes: others would not see it.`);
    return withOwnNames(withoutCopies(code.replaceAll(GETTER, "exports.$1 = $2;")));
  },
};

const GETTER =
  /^Object\.defineProperty\(exports, "(\w+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/gm;

interface Syntax {
  readonly type?: string;
  readonly name?: string;
  readonly [part: string]: unknown;
}

const SCOPE = /Function|Block|^For|Catch|Switch/;

/** The names that are assigned again after their declaration, except those of inner scopes. */
function assignedIn(node: unknown): readonly string[] {
  if (!isSyntax(node)) return [];
  const { type = "", left, argument, params, param } = node;
  const target = /^(?:AssignmentExpression|For(?:In|Of)Statement)$/.test(type) ? left : undefined;
  const inside = Object.values(node).flatMap(assignedIn);
  const assigned = [...inside, ...namesIn(type === "UpdateExpression" ? argument : target)];
  if (!SCOPE.test(type)) return assigned;
  const own = new Set([...namesIn(params), ...namesIn(param), ...Object.values(node).flatMap(declaredIn)]);
  return assigned.filter((name) => !own.has(name));
}

function declaredIn(node: unknown): readonly string[] {
  if (!isSyntax(node)) return [];
  const { type = "", id } = node;
  if (/^(?:VariableDeclarator|FunctionDeclaration|ClassDeclaration)$/.test(type)) return namesIn(id);
  return SCOPE.test(type) ? [] : Object.values(node).flatMap(declaredIn);
}

/** The names in an assignment target, also inside lists and objects; not declarations or members. */
function namesIn(target: unknown): readonly string[] {
  if (!isSyntax(target)) return [];
  const { type = "", name = "", left, value } = target;
  if (type === "Identifier") return [name];
  if (/^(?:MemberExpression|VariableDeclaration)$/.test(type)) return [];
  if (type === "AssignmentPattern") return namesIn(left);
  return type === "Property" ? namesIn(value) : Object.values(target).flatMap(namesIn);
}

function isSyntax(node: unknown): node is Syntax {
  return typeof node === "object" && node !== null;
}

/** For a whole imported Node module, the bundler copies every property; a prototype is enough. */
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
