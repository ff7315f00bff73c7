import type { Placement } from "../hosts/installer.ts";
import { asList } from "../text/loose.ts";
import { addItem, removeItems, removeValue, setValue, valueAt } from "./json-edit.ts";
import { ifPossible, saidIn } from "./settings-file.ts";

/** Single values of ours among the person's own, in a file that is read as JSON5. */
export type Setting = Extract<Placement, { type: "setting" | "allowed" }>;

export function isSetting(placement: Placement): placement is Setting {
  return placement.type === "setting" || placement.type === "allowed";
}

export function withSetting(text: string, { type, path, value }: Setting): string {
  if (type === "setting") return setValue(text, path, value, "JSON5");
  const list = asList(valueAt(text, path, "JSON5"));
  return list.length === 0 || list.includes(value) ? text : addItem(text, path, value, "JSON5");
}

/** Without our values, or with the person's own from before. Of a file that is not known only what is just as ours. */
export function withoutSettings(
  text: string,
  settings: readonly Setting[],
  known?: { readonly before: string },
): string {
  return settings.reduce((left, { type, path, value }) => {
    const own = known && ifPossible(() => valueAt(known.before, path, "JSON5"));
    if (type === "allowed")
      return asList(own).includes(value) ? left : removeItems(left, path, (item) => item === value, "JSON5");
    if (own !== undefined) return setValue(left, path, own, "JSON5");
    return known || isSame(valueAt(left, path, "JSON5"), value) ? removeValue(left, path, "JSON5") : left;
  }, text);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function isSet({ type, file, path, value }: Setting): boolean {
  const said = saidIn(file, path);
  if (type === "setting") return isSame(said, value);
  const list = asList(said);
  return list.length === 0 || list.includes(value);
}
