import fc from "fast-check";

/** Pieces of JSON strings as they may stand in a file: every kind of escape, and words that readers look for. */
const WHOLE = [
  "plain words, and more of them ",
  "\\n",
  '\\"',
  "\\\\",
  '\\\\\\"',
  "\\/",
  "\\t",
  "\\u001b[32m",
  "\\u0052eject",
  "\\u0062ackground",
  "\\u003cpersisted-output>",
  "\\ud83d\\ude00",
  "\\ud83d",
  "é→😀",
  '\\"}}',
  '\\"}]},\\"uuid\\":\\"',
  ',\\"toolUseResult\\":{}',
  ',\\"is_error\\":true',
  "{}[],:",
  'Rejected(\\"rejected by user\\")',
  "Command running in background with ID: b1",
  "Async agent launched",
  "<persisted-output>",
  "\\n\\n<system-reminder>be careful</system-reminder>",
  "</system-reminder>\\n",
  "<status>running</status>",
  "Chunk ID: a1\\nWall time: 0.1 seconds\\nProcess exited with code 1\\nOutput:\\n",
  "Process running with session ID 7\\nOutput:\\n",
  "Exit code: 124\\nWall time: 9 seconds\\nOutput:\\ncommand timed out",
  "Exit code: 0\\nWall time: 0 seconds\\nTotal output lines: 3\\nOutput:\\n",
];

/** What ends a string too early, or makes the line no JSON at all. */
const BROKEN = [
  '"',
  '","',
  '","output":"again',
  '","content":"again',
  '"}}',
  "\\",
  "\\x",
  "\\u12",
  "\u0000",
  "\t",
  '{"a":"b"}',
];

/** The inside of a JSON string, mostly whole, which may be long. One character a byte. */
export function jsonPieces(): fc.Arbitrary<string> {
  const whole = fc.array(fc.constantFrom(...WHOLE), { maxLength: 8 });
  const broken = fc.oneof(
    { weight: 4, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
  );
  const filler = fc.constantFrom("", "line of output\\n".repeat(60), "line of output\\n".repeat(300));
  return fc
    .tuple(whole, filler, broken, whole)
    .map(([before, long, odd, after]) => Buffer.from([...before, long, odd, ...after].join("")).toString("latin1"));
}
