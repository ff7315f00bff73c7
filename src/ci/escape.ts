/** Foreign text for a page: in raw HTML no Markdown is read, and within `code` and `pre` nobody is called and nothing linked. */
export function html(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The same in one line, which no blank line may end. */
export function htmlCode(text: string): string {
  return text === "" ? "" : `<code>${html(text.replaceAll(/\s+/g, " "))}</code>`;
}

/** Foreign text in an XML document, without the characters that none may hold. */
export function xml(text: string): string {
  return html(text.toWellFormed().replaceAll(NOT_IN_XML, "�")).replaceAll("##[", "##&#91;");
}

// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** What stands behind the `::` of a workflow command. */
export function commandData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** The value of one of its properties. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Text for the log of a job: a runner takes lines that begin with `::`, and `##[` anywhere, as commands. */
export function forLog(text: string): string {
  return text.replaceAll(/^(\s*):(?=:)/gm, "$1: ").replaceAll(/#(?=#\[)/g, "# ");
}

/** The same for JSON, in which it goes on meaning what it meant. */
export function jsonForLog(text: string): string {
  return text.replaceAll("##[", String.raw`#\u0023[`);
}
