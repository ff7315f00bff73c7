/**
 * Changes to the text of Codex's configuration: one section each, named by a key, holding one hash. The rest of the file
 * is not read at all, so nothing in it can be misunderstood.
 */
export function setTrust(text: string, key: string, hash: string): string {
  const rest = removeTrust(text, key);
  const gap = rest === "" || rest.endsWith("\n\n") ? "" : rest.endsWith("\n") ? "\n" : "\n\n";
  return `${rest}${gap}${header(key)}\ntrusted_hash = ${JSON.stringify(hash)}\n`;
}

/** Takes the section out, with the empty lines before it. */
export function removeTrust(text: string, key: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() === header(key));
  if (start === -1) return text;
  const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
  let first = start;
  while (first > 0 && lines[first - 1]?.trim() === "") first -= 1;
  const after = next === -1 ? [""] : lines.slice(next);
  return [...lines.slice(0, first), ...(next === -1 || first === 0 ? after : ["", ...after])].join("\n");
}

export function trustedHash(text: string, key: string): string | undefined {
  const start = text.indexOf(header(key));
  return start === -1 ? undefined : /trusted_hash\s*=\s*"([^"]*)"/.exec(text.slice(start))?.[1];
}

/** A key begins with the file whose hook is trusted. */
export function isTrustOf(hooks: string, key: string): boolean {
  return key.startsWith(`${hooks}:`);
}

function header(key: string): string {
  return `[hooks.state.${JSON.stringify(key)}]`;
}
