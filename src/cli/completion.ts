import { HOSTS } from "../hosts/hosts.ts";
import { type Command, type CommandName, type OptionRow, SUMMARIES } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** What a shell offers behind `cox`, made from the tables that say how arguments are read. */
export function completionFor(shell: Shell, commands: readonly Command[]): string {
  const told = commands.map(offerOf);
  switch (shell) {
    case "bash":
      return bash(told);
    case "zsh":
      return zsh(told);
    case "fish":
      return fish(told);
  }
}

interface Offer {
  readonly name: CommandName;
  readonly summary: string;
  readonly flags: readonly OfferedFlag[];
}

interface OfferedFlag {
  readonly name: string;
  readonly meaning: string;
  readonly takesValue: boolean;
  /** Those that are known; none where anything may stand. */
  readonly values: readonly string[];
}

function offerOf({ name, options }: Command): Offer {
  return { name, summary: SUMMARIES[name], flags: [...options.flatMap(flagOf), HELP] };
}

const HELP: OfferedFlag = { name: "--help", meaning: "what it does, with examples", takesValue: false, values: [] };

function flagOf([flag, meaning]: OptionRow): OfferedFlag[] {
  const [, name, value] = /^(--[\w-]+)(?: (.+))?$/.exec(flag) ?? [];
  if (name === undefined) return [];
  return [{ name, meaning, takesValue: value !== undefined, values: value === undefined ? [] : valuesOf(name, value) }];
}

/** `last|N|all`: the words in small letters are to be typed as they stand. */
function valuesOf(name: string, value: string): readonly string[] {
  if (name === "--host") return HOSTS.map((host) => host.name);
  return value.split("|").filter((word) => value.includes("|") && /^[a-z][a-z-]*$/.test(word));
}

function bash(offers: readonly Offer[]): string {
  const options = offers.map(
    ({ name, flags }) => `    ${name}) offered='${flags.map((flag) => flag.name).join(" ")}' ;;`,
  );
  const values = offers.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.values.length > 0)
      .map((flag) => `    '${name} ${flag.name}') offered='${flag.values.join(" ")}' ;;`),
  );
  return `# bash: eval "$(cox completion bash)" in ~/.bashrc
_cox() {
  local typed="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" offered=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${offers.map(({ name }) => name).join(" ")}' -- "$typed"))
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${values.join("\n")}
  esac
  if [ -z "$offered" ]; then
    case "$typed" in -*) ;; *) return ;; esac
    case "\${COMP_WORDS[1]}" in
${options.map((line) => `  ${line}`).join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$offered" -- "$typed"))
}
complete -o default -F _cox cox
`;
}

function zsh(offers: readonly Offer[]): string {
  const described = (name: string, meaning: string) =>
    quoted(`${name.replaceAll(":", String.raw`\:`)}:${meaning}`, "'\\''");
  const flags = offers.map(
    ({ name, flags: all }) =>
      `    ${name}) offered=(${all.map((flag) => described(flag.name, flag.meaning)).join(" ")}) ;;`,
  );
  const values = offers.flatMap(({ name, flags: all }) =>
    all
      .filter((flag) => flag.values.length > 0)
      .map((flag) => `    '${name} ${flag.name}') compadd -- ${flag.values.join(" ")}; return ;;`),
  );
  return `#compdef cox
# zsh: eval "$(cox completion zsh)" in ~/.zshrc, behind compinit
_cox() {
  local -a offered
  if (( CURRENT == 2 )); then
    offered=(${offers.map(({ name, summary }) => described(name, summary)).join(" ")})
    _describe 'command' offered
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  if [[ \${words[CURRENT]} != -* ]]; then
    _files
    return
  fi
  case "\${words[2]}" in
${flags.join("\n")}
  esac
  _describe -o 'option' offered
}
if [[ \${funcstack[1]} == _cox ]]; then _cox "$@"; else compdef _cox cox; fi
`;
}

function fish(offers: readonly Offer[]): string {
  const text = (words: string) => quoted(words.replaceAll("\\", "\\\\"), "\\'");
  const lines = offers.flatMap(({ name, summary, flags }) => [
    `complete -c cox -n __fish_use_subcommand -f -a ${name} -d ${text(summary)}`,
    ...flags.map((flag) => {
      const value = flag.values.length > 0 ? ` -x -a ${text(flag.values.join(" "))}` : flag.takesValue ? " -r" : "";
      return `complete -c cox -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)}${value} -d ${text(flag.meaning)}`;
    }),
  ]);
  return `# fish: cox completion fish > ~/.config/fish/completions/cox.fish\n${lines.join("\n")}\n`;
}

function quoted(words: string, quote: string): string {
  return `'${words.replaceAll("'", quote)}'`;
}
