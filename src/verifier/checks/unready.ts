/** Why a toolchain did not get as far as the project's own code, in its own words; undefined where it did. */
export function whyUnready(output: string): string | undefined {
  for (const [what, pattern] of UNREADY) {
    const line = pattern.exec(output)?.[0].trim();
    if (line !== undefined) return `${what}: ${line.slice(0, 200)}`;
  }
  return undefined;
}

const UNFETCHED = "what it needs could not be fetched";
const MISSING = "what it needs is not installed";

const UNREADY: readonly (readonly [string, RegExp])[] = [
  [
    UNFETCHED,
    /^.*(?:one of its dependencies could not be resolved|Could not resolve (?:dependencies|all (?:files|artifacts|dependencies)|host)|Could not transfer artifact|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|Temporary failure in name resolution|dial tcp: lookup|failed to (?:download|fetch) |error NU1301).*$/m,
  ],
  // Programs that stand for one of several versions, none of which is there.
  [MISSING, /^error: rustup could not choose a version of .*$/m],
  [
    MISSING,
    /^error: (?:toolchain '[^']*' is not installed|'[^']*' is not installed for the toolchain |no such command: `).*$/m,
  ],
  [MISSING, /^(?:pyenv|rbenv|nodenv|jenv|goenv): .*(?:command not found|is not installed).*$/m],
  [MISSING, /^No (?:version is set|preset version installed) for command .*$/m],
  [MISSING, /^go: go\.mod requires go >= .*$/m],
  [MISSING, /^.*A compatible (?:installed )?\.NET SDK .*was not found.*$/m],
  [
    MISSING,
    /^(?:ERROR: |Error: |The )?JAVA_HOME (?:environment variable )?is (?:not (?:set|defined)|set to an invalid).*$/m,
  ],
  // What starts a program of the project, which was never installed.
  [MISSING, /^bundler: (?:failed to load )?command not found: .*$/m],
  [MISSING, /^Could not find .* in (?:locally installed gems|any of the sources|cached gems).*$/m],
  [MISSING, /^error: Failed to spawn: `.*$/m],
  [MISSING, /^Command not found: .*$/m],
  [MISSING, /^.*(?:not found|No such file or directory)$(?=\r?\ng?make(?:\[\d+\])?: \*\*\* \[[^\]\n]*\] Error 127)/m],
];
