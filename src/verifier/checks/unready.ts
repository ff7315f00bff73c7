/** Why a toolchain did not reach the project's code. Such words count only from the called program. */
export function whyUnready(command: string, output: string): string | undefined {
  const unfetched = UNFETCHED.exec(output)?.[0];
  if (unfetched !== undefined) return `what it needs could not be fetched: ${unfetched.trim().slice(0, 200)}`;
  const lines = output.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.slice(0, LINE)]));
  const missing = UNPACKED.exec(output)?.[0] ?? missingForMake(command, lines) ?? missingToolchain(command, lines);
  return missing === undefined ? undefined : `what it needs is not installed: ${missing.trim().slice(0, 200)}`;
}

/** Longer lines are no message of a toolchain, and matching them would take quadratic time. */
const LINE = 400;

const UNFETCHED =
  /^(?![^\w\n]*[Ww](?:arn|ARN)).*(?:one of its dependencies could not be resolved|Could not resolve (?:dependencies|all (?:files|artifacts|dependencies)|host)|Could not transfer artifact|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|Temporary failure in name resolution|dial tcp: lookup|failed to (?:download|fetch) |error NU1301).*$/m;

/** A package that a script starts through its manager, and that was never installed. */
const UNPACKED =
  /^(?:npm (?:error|ERR!) (?:(?:npx )?canceled due to missing packages and no YES option:|404 Not Found - GET |(?:FetchError: |network )?request to \S{1,200} failed)|error Command "[^"\n]{1,99}" not found\.$|\s?ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\s+Command "[^"\n]{1,99}" not found).{0,200}/m;

/** A missing program that make reports by name alone; with a folder it is a file that the project lacks. */
function missingForMake(command: string, lines: readonly string[]): string | undefined {
  if (![...namesIn(command)].some((name) => /^g?make$/.test(name))) return undefined;
  return lines.find((line, index) => NOT_FOUND.test(line) && MAKE_ENDS.test(lines[index + 1] ?? ""));
}

const NOT_FOUND =
  /: [^\s/:]+: (?:command )?not found$|: command not found: [^\s/:]+$|^(?:g?make(?:\[\d+\])?|\S*\benv): [^\s/:]+: No such file or directory$/i;
const MAKE_ENDS = /^g?make(?:\[\d+\])?: \*\*\* \[.*\] Error 127$/;

function missingToolchain(command: string, lines: readonly string[]): string | undefined {
  const names = namesIn(command);
  const signs = SIGNS.filter(([programs]) => [...names].some((name) => programs.test(name)));
  const begin = lines.slice(0, 6).join("\n");
  // An indented line continues the one before it.
  const end = lines.findLast((line) => !/^\s/.test(line)) ?? "";
  for (const [, sign] of signs) {
    const found = sign.exec(begin) ?? sign.exec(end);
    if (found && (found[1] === undefined || names.has(found[1]))) return found[0].split("\n").at(-1);
  }
  return undefined;
}

function namesIn(command: string): ReadonlySet<string> {
  return new Set(command.split(/\s+/).map((word) => word.slice(word.lastIndexOf("/") + 1)));
}

const SIGNS: readonly (readonly [programs: RegExp, sign: RegExp])[] = [
  // Programs that choose one of several versions, none of which is installed.
  [/^cargo$/, /^error: rustup could not choose a version of .*/],
  [/^cargo$/, /^error: toolchain '[^'\n]*' is not installed.*/],
  [/^cargo$/, /^error: '(?:cargo-)?([^'\n]*?)(?:\.exe)?' is not installed for the toolchain .*/],
  [/^cargo$/, /^error: no such command: `([^`\n]*)`.*/],
  [/./, /^(?:py|rb|nod|j|go)env: (?:([^\s:]+): command not found|version .* is not installed).*/],
  [/./, /^No (?:version is set|preset version installed) for command (\S+).*/],
  [/^go$/, /^go: go\.mod requires go >= .*/],
  [/^poetry$/, /^Current Python version \([^)\n]*\) is not allowed by the project .*/],
  // Poetry looks for another version first, and goes on if it finds one.
  [
    /^poetry$/,
    /^The currently activated Python version .*\n(?:.*\n){1,3}?\s*Poetry was unable to find a compatible version.*/,
  ],
  [/^uv$/, /^error: No interpreter found for .*/],
  [
    /^dotnet$/,
    /^(?:The command could not be loaded, (?:.*\n){1,5}?)?\s*A compatible (?:installed )?\.NET (?:Core )?SDK .*was not found.*/,
  ],
  [
    /^(?:gradlew?|mvnw?)$/,
    /^(?:ERROR: |Error: |The )?JAVA_HOME (?:environment variable )?is (?:not (?:set|defined)|set to an invalid).*/,
  ],
  // A program of the project is started that was never installed.
  [/^bundle$/, /^bundler: command not found: (\S+).*/],
  [/^bundle$/, /^Could not find (?:gem '|\S+-\d).* in (?:locally installed gems|any of the |cached gems).*/],
  [/^uv$/, /^error: Failed to spawn: `([^`\n]*)`.*/],
  [/^poetry$/, /^Command not found: (\S+)$/],
];
