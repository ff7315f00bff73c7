/** What one field holds: a varint as a number, anything else as its bytes. */
type FieldValue = number | Uint8Array;

/** Says false where the field cannot be what stands there. */
type See = (field: number, value: FieldValue) => boolean;

/**
 * Calls back for each field of one message, without a copy; false where the bytes are no message. By hand: a library
 * for it weighs more than all of this service, and of its formats these four wire types are all that OTLP has.
 */
export function readFields(bytes: Uint8Array, see: See): boolean {
  let at = 0;

  /** NaN where it does not end. Beyond 2^53 it is inexact, and no count is. */
  function varint(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) return Number.NaN;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return Number.NaN;
  }

  function take(length: number): Uint8Array | undefined {
    if (!(length <= bytes.length - at)) return undefined;
    at += length;
    return bytes.subarray(at - length, at);
  }

  while (at < bytes.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    if (!(field >= 1 && field < 2 ** 29)) return false;
    const value = valueOf(key % 8);
    if (value === undefined || Number.isNaN(value) || !see(field, value)) return false;
  }
  return true;

  function valueOf(wire: number): FieldValue | undefined {
    switch (wire) {
      case 0:
        return varint();
      case 1:
        return take(8);
      case 2:
        return take(varint());
      case 5:
        return take(4);
      default:
        return undefined;
    }
  }
}

const VARINT = 0;
const BYTES = 2;

export type Fields = readonly (readonly [field: number, value: number | string | Uint8Array])[];

/** A message of such fields, in their order; what is empty is left out, as the protocol has it. */
export function writeFields(fields: Fields): Buffer {
  return Buffer.concat(
    fields.flatMap(([field, value]) => {
      if (typeof value === "number") return value === 0 ? [] : [varintOf(field * 8 + VARINT), varintOf(value)];
      const bytes = Buffer.from(value);
      return bytes.length === 0 ? [] : [varintOf(field * 8 + BYTES), varintOf(bytes.length), bytes];
    }),
  );
}

function varintOf(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  return Buffer.from([...bytes, rest]);
}
