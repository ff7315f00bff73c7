import { rememberingLines } from "../../thread/shell/parse-command-line.ts";

/** Programs that look and never check; a line with nothing else need not be parsed. */
const LOOKING = new Set(
  (
    "[ awk basename cat cd chmod cut date diff dirname du echo egrep export file find gh grep head jq kill less ls mkdir mv nl " +
    "printf ps pwd read realpath rg rm sed sleep sort stat tail test touch tr tree true type uniq wait wc which df cp"
  ).split(" "),
);

const STARTS_OTHERS = ["$(", "`", "<(", "-exec", "xargs"];

/** True when a line may run a check, by a quick look at the first word of every part. Only wrong towards "maybe". */
export const mayStartPrograms = rememberingLines((line): boolean => {
  if (STARTS_OTHERS.some((sign) => line.includes(sign))) return true;
  return line.split(/&&|\|\||[;|\n&]/).some((part) => {
    const word = /^[\s({!]*(?:\w+=\S*\s+){0,20}([^\s()]*)/.exec(part)?.[1] ?? "";
    return word !== "" && !LOOKING.has(word);
  });
});
