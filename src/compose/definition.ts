import type { Config } from "../config.ts";
import type { Definition, Rule } from "../evidence/definition/definition.ts";

/** What the settings say is done; undefined where they say nothing. */
export function definitionOf({ done }: Pick<Config, "done">): Definition | undefined {
  const own = done.say === null ? {} : { say: done.say };
  const rules: readonly Rule[] = [
    ...done.ran.map(({ rule: { when, ...rule }, ...whose }): Rule => {
      return { type: "ran", ...whose, ...wordsFor(whose.from), ...rule, when: listOf(when) };
    }),
    ...done.also.map(({ rule: { when, touch, ...rule }, ...whose }): Rule => {
      return { type: "also", ...whose, ...wordsFor(whose.from), ...rule, when: listOf(when), touch: listOf(touch) };
    }),
    ...done.never.paths.map(({ rule, ...whose }): Rule => {
      return { type: "never-path", ...whose, ...wordsFor(whose.from), path: rule };
    }),
    ...done.never.commands.map(({ rule, ...whose }): Rule => {
      return { type: "never-command", ...whose, ...wordsFor(whose.from), command: rule };
    }),
    ...done.clean.map(({ rule, ...whose }): Rule => {
      return { type: "clean", ...whose, ...wordsFor(whose.from), path: rule };
    }),
  ];
  return rules.length === 0 ? undefined : { rules, strict: done.strict };

  /** What the person says of all rules, they say of their own. */
  function wordsFor(from: Rule["from"]) {
    return from === "person" ? own : {};
  }
}

function listOf(globs: string | readonly string[] | undefined): readonly string[] {
  return globs === undefined ? [] : typeof globs === "string" ? [globs] : globs;
}
