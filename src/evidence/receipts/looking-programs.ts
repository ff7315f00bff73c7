import { NameList, type Names } from "../../name-list.ts";

/** Programs that look around or move things about, and run nothing of a project. Callers add what they need. */
const LOOKING = new NameList(
  "[ awk basename cat cd chmod cut date diff dirname du echo egrep export file find gh grep head jq kill less ls " +
    "mkdir mv nl printf ps pwd read realpath rg rm sed sleep sort stat tail test touch tr tree true type uniq wait " +
    "wc which",
);

export function lookingPrograms(others: string): Names {
  return new NameList(others, LOOKING);
}
