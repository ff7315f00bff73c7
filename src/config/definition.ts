import { expandBraces } from "../text/glob.ts";
import { key, rules, trusted } from "./key.ts";
import { choice, flag, type Kind, list, orNull, record, text, type ValueOf } from "./kind.ts";

const LONGEST_GLOB = 200;
/** Each costs as much as a pattern of its own. */
const MOST_ALTERNATIVES = 20;

const written = text(
  /^(?![/~!])(?!.*(?:^|\/)\.\.(?:\/|$))[^\\\u0000-\u001f\u007f]+$/,
  `a glob of at most ${LONGEST_GLOB} characters as seen from the project ("src/**", "**/*.sql"; no "..", "!" or "\\"), with at most ${MOST_ALTERNATIVES} alternatives in braces`,
);
const glob: Kind<string> = {
  ...written,
  accepts: (value): value is string =>
    typeof value === "string" &&
    value.length <= LONGEST_GLOB &&
    written.accepts(value) &&
    (!value.includes("{") || expandBraces(value).length <= MOST_ALTERNATIVES),
};

/** One plain command: what a chain or a pipe does, is several rules. */
const command = text(
  /^[\w@./-][^\n\r\t\u0000-\u001f\u007f-\u009f;&|<>`$\\"']{0,199}$/,
  'one plain command of at most 200 characters, such as "npm test"; no chains, pipes, quotes or variables',
);
const words = text(/^(?=.*\S)[^\u0000-\u001f\u007f-\u009f]{1,300}$/, "one line of at most 300 characters");
const kind = choice("test", "lint", "typecheck", "build", "format");

/** One glob, or a list of them. */
const globs: Kind<string | readonly string[]> = {
  accepts: (value): value is string | readonly string[] => glob.accepts(value) || many.accepts(value),
  allowed: `${glob.allowed}, or a list of them`,
  get jsonSchema() {
    return { anyOf: [glob.jsonSchema, many.jsonSchema] };
  },
  fromText: (source) => source,
};
const listed = list(glob);
const MOST_GLOBS = 20;
const many: Kind<readonly string[]> = {
  ...listed,
  accepts: (value): value is readonly string[] =>
    listed.accepts(value) && value.length > 0 && value.length <= MOST_GLOBS,
};

const RanRule = record("", {}, { command, kind, when: globs, say: words });
const ran: Kind<ValueOf<typeof RanRule>> = {
  ...RanRule,
  accepts: (value): value is ValueOf<typeof RanRule> =>
    RanRule.accepts(value) && (value.command === undefined) !== (value.kind === undefined),
  allowed: '{"command" or "kind", "when"?, "say"?}',
};
const also = record('{"when", "touch", "say"?}', { when: globs, touch: globs }, { say: words });

/** What "done" means. Lists add up: a project's rules come to the person's own, and take none of them away. */
export const Done = {
  ran: rules(
    ran,
    'What has to have run, and passed, after the last change of the files that "when" names; without "when" after changes of code and tests.',
  ),
  also: rules(also, 'Files of which one has to be changed ("touch") where others are ("when"), in the same turn.'),
  never: {
    paths: rules(glob, "Files that no agent may change unless the request speaks of them."),
    commands: rules(command, "Commands that no agent may run unless the request speaks of them."),
  },
  clean: rules(glob, "Files in which a change may leave no placeholder, no mark of a conflict and no broken syntax."),
  say: key(orNull(words), null, "Your own words, said with each broken rule that has none of its own.", trusted),
  strict: key(flag, false, "Speaks also where the agent claims nothing at its end.", trusted),
};
