export function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const values = Object.entries(input);
  const [only] = values;
  if (values.length === 1 && typeof only?.[1] === "string") return only[1];
  return values.map(([name, value]) => `${name}=${valueText(value)}`).join(" ");
}

/** True when the edit applies to every occurrence of its text, so that one shown line may stand for many. */
export function replacesAll(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(([name, value]) => /^replace_?all$/i.test(name) && value === true);
}

export function planText(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const list: unknown = Object.values(input).find((value) => Array.isArray(value));
  const tasks = Array.isArray(list) ? list.flatMap(taskOf) : [];
  if (tasks.length === 0) return undefined;
  const open = tasks.filter((task) => task.status !== "completed");
  const names = open.map((task) => `${task.name} (${task.status})`).join("; ");
  return `plan: ${tasks.length - open.length} of ${tasks.length} done${names === "" ? "" : `, open: ${names}`}`;
}

function taskOf(item: unknown): { name: string; status: string }[] {
  if (typeof item !== "object" || item === null) return [];
  const fields = new Map(Object.entries(item));
  const status: unknown = fields.get("status");
  const name: unknown = fields.get("content") ?? fields.get("step") ?? fields.get("text");
  return typeof name === "string" && typeof status === "string" ? [{ name, status }] : [];
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "(cannot be shown)";
  }
}
