import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours are only an addition: the words alone say everything. */
export interface Style {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly orange: (text: string) => string;
}

export function styleFor(color: boolean): Style {
  const with_ = (format: Format) => (text: string) =>
    color ? styleText(format, text, { validateStream: false }) : text;
  return {
    dim: with_("dim"),
    bold: with_("bold"),
    green: with_("green"),
    red: with_("red"),
    yellow: with_("yellow"),
    orange: (text) => (color ? `\u001b[38;5;208m${text}\u001b[39m` : text),
  };
}
