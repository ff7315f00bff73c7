/** Names that can be looked up. */
export interface Names {
  has(name: string): boolean;
}

/**
 * Names in a text, with spaces between them. A set is made of them when somebody asks: there are dozens of such lists, and
 * a process that judges one turn makes all of them and asks few.
 */
export class NameList implements Names {
  readonly #text: string;
  readonly #others: Names | undefined;
  #names: ReadonlySet<string> | undefined;

  constructor(text: string, others?: Names) {
    this.#text = text;
    this.#others = others;
  }

  has(name: string): boolean {
    this.#names ??= new Set(this.#text.split(" "));
    return this.#names.has(name) || (this.#others?.has(name) ?? false);
  }
}
