import { literally } from "../../text/strings.ts";
import { beneathCodes } from "./encoded-marks.ts";
import { isPlaceholder, type Placeholder } from "./placeholder.ts";

export interface PersonSettings {
  /** Names and words that must not leave the machine, for example the user's login. */
  readonly words?: readonly string[];
  /** The person's home directory, if it is not in the usual place. */
  readonly home?: string;
  /** Other people's home directories stay: for whoever reads here, `~` is their own. */
  readonly onlyOwnHome?: boolean;
  readonly emails?: boolean;
}

/** Hides who the person is: home directories become `~`; names and addresses become placeholders. */
export function personRedactor(settings: PersonSettings, placeholder: Placeholder): (text: string) => string {
  const { home, onlyOwnHome, words = [], emails } = settings;
  let homes: readonly string[] | undefined;
  const ownHome = (every: readonly string[]) =>
    new RegExp(String.raw`(?:${every.map(literally).join("|")})(?![\w.])`, "g");
  const names = wordPattern(words);
  return (text) => {
    const every = mayName(home, text) ? (homes ??= waysToWrite(home)) : [];
    let result = every.some((each) => text.includes(each)) ? text.replaceAll(ownHome(every), "~") : text;
    if (!onlyOwnHome) result = withoutHomes(result);
    return emails || names ? called(beneathCodes(result, called, placeholder), placeholder) : result;
  };

  function called(text: string, word: Placeholder): string {
    const result = emails ? replaceMatches(text, EMAIL, "email", word) : text;
    return names ? replaceMatches(result, names, "name", word) : result;
  }
}

function withoutHomes(text: string): string {
  const result = IN_PATHS.some((sign) => text.includes(sign))
    ? text.replaceAll(HOME, "~").replaceAll(ENCODED_HOME, "-~")
    : text;
  return result.includes("%") && PERCENT.test(result) ? result.replaceAll(PERCENT_HOME, "~") : result;
}

const IN_PATHS = ["/", "\\", "-"];

function mayName(home: string | undefined, text: string): boolean {
  return home !== undefined && (text.includes(home) || text.includes("-") || text.includes("%"));
}

const SEPARATORS = ["\\", "/", ".", ":"];

/** The home directory as it is, as some hosts name folders after it, and as in a URL. */
function waysToWrite(home: string | undefined): readonly string[] {
  if (home === undefined || home.length <= 3) return [];
  return [
    home,
    SEPARATORS.reduce((name, sign) => name.replaceAll(sign, "-"), home),
    encodeURIComponent(home.toWellFormed()),
  ];
}

/** `/Users/name`, `/home/name`, `C:\Users\name`: the folder's name tells who it is. A path in a URL is left alone. */
const HOME =
  /(?:(?:(?<![\w.~-])|\/mnt\/[a-z])\/(?:Users|home)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))(?!\.)[\p{L}\p{N}_.-]{1,64}/gu;

/** The home directory in folder names of some hosts, which replace the separators of a path. */
const ENCODED_HOME = /(?<![\w-])-(?:Users|home)-[A-Za-z0-9]{1,64}(?=-)/g;

/** The home directory in a URL: separators and non-English letters are percent codes, in either case. */
const PERCENT = /%(?:2f|5c)/i;
const PERCENT_HOME =
  /(?:(?:(?<![\w.~-])|(?<=%(?:2[02Ff]|3[AaDd])))%2[Ff](?:Users|home)%2[Ff]|(?:(?<!\w)|(?<=%(?:2[02Ff]|3[Dd])))[A-Za-z](?::|%3[Aa])%(?:5[Cc]|2[Ff])Users%(?:5[Cc]|2[Ff]))(?:[\p{L}\p{N}_.-]|%[89A-Fa-f][\dA-Fa-f]){1,64}/gu;

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;

export function replaceMatches(text: string, pattern: RegExp, kind: string, placeholder: Placeholder): string {
  return text.replaceAll(pattern, (match) => (match === "" || isPlaceholder(match) ? match : placeholder(kind, match)));
}

/** Matches the words to hide. Short or common ones are left alone: hiding every "dev" would hide the work. */
function wordPattern(words: readonly string[]): RegExp | undefined {
  const telling = words.filter((word) => word.length >= 4 && !EVERYDAY.has(word.toLowerCase()));
  if (telling.length === 0) return undefined;
  return new RegExp(String.raw`(?<![A-Za-z0-9])(?:${telling.map(literally).join("|")})(?![A-Za-z0-9])`, "gi");
}

const EVERYDAY = new Set(
  "admin root user test guest runner ubuntu node build agent code home name secret random custom".split(" "),
);
