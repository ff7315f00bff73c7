interface TextSource {
  readonly text: string;
  readonly length: number;
}

/** Made when first read, and kept: most outputs are never looked at, and making them is most of the work. */
export class LateText {
  /** Roughly how long the text is, for callers that only need its size. */
  readonly length: number;
  #source: TextSource | undefined;
  readonly #shorten: (text: string) => string;
  #text = "";

  /** `shorten` removes what does not belong to the text. */
  constructor(source: TextSource, shorten: (text: string) => string) {
    this.length = source.length;
    this.#source = source;
    this.#shorten = shorten;
  }

  get text(): string {
    if (this.#source) {
      this.#text = this.#shorten(this.#source.text);
      this.#source = undefined;
    }
    return this.#text;
  }
}

export function madeText(text: string | LateText): string {
  return typeof text === "string" ? text : text.text;
}

/** The output of an object, without making the text if it is not made yet. */
export function outputOf(holder: { readonly output: string }): string | LateText {
  return LateHolder.textOf(holder) ?? holder.output;
}

/** Gives an object its output. For other code it is an ordinary own property, which is also copied. */
export function withOutput<Holder extends object>(
  object: Holder,
  output: string | LateText,
): Holder & { output: string } {
  if (typeof output === "string") return Object.assign(object, { output });
  return new LateHolder(object, output) as object as Holder & { output: string };
}

/** A base class that lets a subclass add its private field to an existing object. */
const Existing = function existing(object: object): object {
  return object;
} as unknown as new (object: object) => object;

/** One getter for all: with a getter each, objects would share no hidden class and cost five times as much. */
class LateHolder extends Existing {
  static readonly #output: PropertyDescriptor & ThisType<LateHolder> = {
    get() {
      return this.#late.text;
    },
    enumerable: true,
    configurable: true,
  };
  readonly #late: LateText;

  constructor(object: object, late: LateText) {
    super(object);
    this.#late = late;
    Object.defineProperty(this, "output", LateHolder.#output);
  }

  static textOf(object: object): LateText | undefined {
    return #late in object ? object.#late : undefined;
  }
}
