interface Shown {
  readonly isPublic?: boolean;
}

/** A key in DER as a program shows it, and the parts that must not be left of it. */
type Dump = (der: Buffer, shown?: Shown) => readonly [text: string, parts: readonly string[]];

const ROW = 16;

export const DUMPS: Readonly<Record<string, Dump>> = {
  "xxd -p": (der) => [rows(der.toString("hex"), 60).join("\n"), rows(der.toString("hex"), 20)],
  "hexadecimal in one word": (der) => [`key = ${der.toString("hex")} end`, rows(der.toString("hex"), 20)],
  xxd: dumped((line, at) => `${offset(at, 8)}: ${rows(line.toString("hex"), 4).join(" ")}  ${characters(line)}`),
  "hexdump -C": dumped((line, at) => `${offset(at, 8)}  ${pairs(line).join(" ")}  |${characters(line)}|`),
  hexdump: dumped((line, at) => `${offset(at, 7)} ${rows(line.toString("hex"), 4).map(swapped).join(" ")}`),
  "od -tx1": dumped((line, at) => `${at.toString(8).padStart(7, "0")} ${pairs(line).join(" ")}`),
  "bytes in code": dumped(
    (line) =>
      `  ${pairs(line)
        .map((pair) => `0x${pair}`)
        .join(", ")},`,
  ),
  "base64url in one line": (der) => [`TLS_DATA ${der.toString("base64url")}\n`, rows(der.toString("base64url"), 30)],
  "base64, wrapped at 76": (der) => {
    const lines = rows(der.toString("base64"), 76);
    return [`client-key-data: |\n${lines.map((line) => `  ${line}`).join("\n")}\nnext: 1\n`, lines.slice(0, -1)];
  },
  "xxd of a file": (der, shown = {}) => {
    const label = shown.isPublic ? "PUBLIC KEY" : "PRIVATE KEY";
    const body = shown.isPublic ? der.toString("hex") : der.toString("base64");
    const file = Buffer.from(`-----BEGIN ${label}-----\n${rows(body, 64).join("\n")}\n-----END ${label}-----\n`);
    return DUMPS["xxd"]!(file);
  },
};

function dumped(row: (line: Buffer, at: number) => string): Dump {
  return (der) => {
    const lines = Array.from({ length: Math.ceil(der.length / ROW) }, (_, index) =>
      row(der.subarray(index * ROW, (index + 1) * ROW), index * ROW),
    );
    return [lines.join("\n"), lines.slice(1, -1).map((line) => line.slice(12, 44))];
  };
}

function rows(text: string, width: number): string[] {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
}

function pairs(line: Buffer): string[] {
  return rows(line.toString("hex"), 2);
}

function swapped(word: string): string {
  return word.slice(2) + word.slice(0, 2);
}

function offset(at: number, width: number): string {
  return at.toString(16).padStart(width, "0");
}

function characters(line: Buffer): string {
  return line.toString("latin1").replaceAll(/[^ -~]/g, ".");
}
