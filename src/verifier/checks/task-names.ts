import { CHECK_NAMES, type CheckName, type FoundCheck } from "./project-files.ts";

/** Names that projects give their checks, most common first. */
const NAMES: Readonly<Record<CheckName, readonly string[]>> = {
  test: ["test", "tests", "test:unit", "test-unit", "unit", "unittest"],
  build: ["build", "compile"],
  typecheck: [
    "typecheck",
    "type-check",
    "types",
    "check:types",
    "check-types",
    "types:check",
    "tsc",
    "mypy",
    "pyright",
  ],
  lint: ["lint", "lint:check", "lint-check", "check:lint", "eslint", "clippy"],
};

export function checksAmong(
  tasks: ReadonlyMap<string, string | undefined>,
  call: (name: string) => FoundCheck["command"],
  source: (name: string) => string,
  others: Partial<Record<CheckName, readonly string[]>> = {},
): FoundCheck[] {
  return CHECK_NAMES.flatMap((kind) => {
    const names = [...NAMES[kind], ...(others[kind] ?? [])];
    const name = names.find((candidate) => tasks.has(candidate) && isCheck(tasks.get(candidate)));
    return name === undefined ? [] : [{ kind, command: call(name), source: source(name) }];
  });
}

/** True when a task checks and ends: it does not fix, does not watch for changes, and is no placeholder. */
function isCheck(body: string | undefined): boolean {
  return body === undefined || (body.trim() !== "" && !NO_CHECK.test(body));
}

const NO_CHECK =
  /no test specified|(?:^|\s)--(?:watch|watchAll|fix|write|apply)(?![\w-])|(?:^|\s)(?:nodemon|watchexec|entr)\s/;
