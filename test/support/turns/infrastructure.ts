/** What `gh run watch` prints again and again, and at last. */
export const RED_RUN =
  "* main CI · 118\nJOBS\n✓ lint in 20s (ID 1)\n* test (ID 2)\n\nX main CI · 118\nJOBS\n✓ lint in 20s (ID 1)\nX test in 1m2s (ID 2)\n  X Run npm test\n";
export const GREEN_RUN = "✓ main CI · 118\nJOBS\n✓ lint in 20s (ID 1)\n✓ test in 1m2s (ID 2)\n";

export const NOT_APPLIED =
  "CONFLICT (content): Merge conflict in src/config.ts\nerror: could not apply 1a2b3c4... Raise the timeout\n";
