import { expression } from "../../patterns/expression.ts";
import { counted, FAILED, NOTHING_RAN, type OutcomeReader, number, PASSED } from "./outcome.ts";

/** Vite, webpack, Next, Rollup, tsup and their like: their one line at the end. */
export const webBuild: OutcomeReader = (text) => {
  if (WEB_FAILED.test(text) || /^ERROR in /m.test(text)) return FAILED;
  return WEB_PASSED.test(text) ? PASSED : undefined;
};

const WEB_FAILED = expression("im")`
  ^(?:
    .*\b(?:error during build|Build failed with \d+ errors?|Failed to compile\.?|Build error occurred)\b
    |[✘✗x] Build failed|.*compiled with \d+ errors?\b|.*\b\d+ errors? (?:detected|have detected) .*
    |> Build error occurred|\[!\] (?:.*Error\b|Warnings occurred and )
  )
`;
const WEB_PASSED = expression("im")`
  ^(?:
    .*(?:✓|✔) built in |.*(?:✓|✔) Compiled successfully|.*compiled (?:successfully|with \d+ warnings?)
    |Compiled successfully|.*⚡️ Build success in|.*Build complete|.*✨\s+Built in|created \S+ in |⚡ Done in |
    .*Done in \d|[ \t]*Successfully compiled|Application bundle generation complete
    |.*(?:✔|✓) Build (?:succeeded|successful|completed)|Bundled \d+ modules? in |.*\[build\] Complete!
    |Rebuilding\.\.\.
  )
`;

export const docker: OutcomeReader = (text) => {
  if (DOCKER_FAILED.test(text)) return FAILED;
  const ended = [...text.matchAll(DOCKER_END)].at(-1);
  // A step may print such words too: the last line counts, since no image is written after a step that failed.
  if (!ended) return undefined;
  return ended[1] === undefined ? PASSED : FAILED;
};

const DOCKER_FAILED = expression("m")`
  ^(?:
    ERROR: failed to (?:solve|build)|failed to solve|(?:[Ss]ervice|target) \S+ failed to build
    |target \S+: failed to solve|The command .* returned a non-zero code
  )
`;
const DOCKER_END =
  /^(?!#\d+ \d).*\b(failed to build)\b|^Successfully (?:built|tagged) |naming to \S+|^[ \t]*#?\d* ?exporting to image|^ ?✔? ?\S+ +Built$/gm;

/** `make: *** [test] Error 2`, `Nothing to be done`, ninja's and cmake's last lines. */
export const make: OutcomeReader = (text) => {
  if (/^g?make(?:\[\d+\])?: \*\*\* No rule to make target/m.test(text)) return NOTHING_RAN;
  if (
    /^g?make(?:\[\d+\])?: (?:\*\*\* |Target \S*test\S* not remade because of errors)|^ninja: (?:build stopped|error)|^FAILED: /m.test(
      text,
    )
  )
    return FAILED;
  if (/^g?make(?:\[\d+\])?: (?:Nothing to be done|`?'?\S+ is up to date)|^ninja: no work to do/m.test(text))
    return { ...PASSED, cached: true };
  return /^\[100%\] Built target/m.test(text) ? PASSED : undefined;
};

/** pnpm, where there is nothing to start a script in. */
export const task: OutcomeReader = (text) =>
  /^No projects matched the filters in /m.test(text) ? NOTHING_RAN : undefined;

/** ` Tasks:    5 successful, 5 total` with `Cached:    5 cached, 5 total`. */
export const turbo: OutcomeReader = (text) => {
  const tasks = /^[ \t]*Tasks:\s+(\d+) successful, (\d+) total/m.exec(text);
  if (!tasks) return /^[ \t]*No tasks were executed/m.test(text) ? NOTHING_RAN : undefined;
  if (number(tasks[2]) === 0) return NOTHING_RAN;
  const cached = /^[ \t]*Cached:\s+(\d+) cached, (\d+) total/m.exec(text);
  const all = cached !== null && number(cached[1]) === number(cached[2]);
  if (number(tasks[1]) < number(tasks[2])) return FAILED;
  return { ...PASSED, ...(all && { cached: true as const }) };
};

export const nx: OutcomeReader = (text) => {
  if (
    /^[ \t]*(?:(?:✖|NX|Lerna \(powered by Nx\))[ \t]*)?(?:Running|Ran) targets? .* failed|^[ \t]*✖ {2}nx run|Failed tasks:/m.test(
      text,
    )
  )
    return FAILED;
  if (/No tasks were run|No projects with/.test(text)) return NOTHING_RAN;
  const lerna = [...text.matchAll(/^lerna (ERR! |success run Ran )/gm)].map((line) => line[1] === "ERR! ");
  if (lerna.includes(true)) return lerna.at(-1) ? FAILED : undefined;
  if (lerna.length === 0 && !/Successfully ran targets? /.test(text)) return undefined;
  const cached = /Nx read the output from the cache instead of running the command for (\d+) out of (\d+) tasks/.exec(
    text,
  );
  return { ...PASSED, ...(cached && cached[1] === cached[2] && { cached: true as const }) };
};

/** How many projects or tasks nx and turbo report on at the end. */
export function partsIn(text: string): number {
  const parts =
    /Successfully ran targets? .* for (\d+) projects/.exec(text) ??
    /^[ \t]*Tasks:[ \t]+\d+ successful, (\d+) total/m.exec(text);
  return parts ? number(parts[1]) : 1;
}

/** A request without a connection failed. A 4xx status may be wanted, so it settles nothing; 5xx is never wanted. */
export const curl: OutcomeReader = (text) => {
  if (/^curl: \(\d+\) /m.test(text) || /Connection refused|failed: Connection/.test(text)) return FAILED;
  const statuses = [
    ...text.matchAll(/^(?:[< \t]*HTTP\/[\d.]+ |.*?\b(?:status|code|HTTP)\b\D{0,5})?([1-5]\d\d)\b(?!\d)[^\n]*$/gim),
  ]
    .filter((line) => /^\s*\d{3}\s*$|HTTP|status|code/i.test(line[0]))
    .map((line) => number(line[1]));
  if (statuses.length === 0) return undefined;
  if (statuses.some((status) => status >= 500)) return FAILED;
  return statuses.every((status) => status < 400) ? counted(statuses.length, 0) : undefined;
};

/** The tasks that make, nx and turbo say have failed, by name. */
export function failedTasks(text: string): readonly string[] {
  return [...text.matchAll(FAILED_TASKS)].flatMap((line) =>
    line[1] === undefined
      ? (line[2] ?? line[3] ?? [])
      : line[1].split(",").map((task) => task.replace(/^.*#/, "").trim()),
  );
}

const FAILED_TASKS = expression("gm")`
  ^[ \t]*Failed:[ \t]+(\S.*#.*)$
  |^[ \t]*(?:✖[ \t]+nx run|- (?:nx run )?)[ \t]*[\w@/.-]+:([\w:-]+)\b
  |^g?make(?:\[\d+\])?: \*\*\* \[(?:[^\]\s]+: )?([\w.-]+)\] Error
`;

/** The tasks at which Gradle and sbt say they stopped; for Maven, the plugins. An sbt task in test scope is `test`. */
export function stoppedAt(text: string): readonly string[] {
  return [...text.matchAll(STOPPED_AT)].flatMap(([line, ...names]) =>
    IN_TESTS.test(line) ? "test" : (names.find((name) => name !== undefined) ?? []),
  );
}

const IN_TESTS = expression()`
  ^\[error\] \((?:[^()\n]{0,200}[/: ])?(?:\w{0,40}[tT]est|it) ?[/:] ?
  (?!compil|scala(?:fmt|fix|style)|wart|header|doc|package|publish|coverage|mima|un(?:used|declared))[\w-]+\) 
`;

const STOPPED_AT = expression("gm")`
  ^> Task (?:\S*:)?(\w+) FAILED[ \t]*$|^Execution failed for task '(?:[^'\n]*:)?(\w+)'
  |^(?:\[ERROR\] )?Failed to execute goal [\w.-]+:(?:maven-)?([a-z\d]+)(?:-[\w-]*)?:[\w.-]+:[\w-]+ |
  ^\[error\] \((?:[^()\n]{0,200}[/:] ?)?([\w-]+)\) 
`;
