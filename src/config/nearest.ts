/** The candidate that was most likely meant; undefined when none is close. */
export function nearest(wanted: string, candidates: Iterable<string>): string | undefined {
  // With two of three letters different, it is another word.
  const limit = Math.max(wanted.length < 4 ? 1 : 2, Math.floor(wanted.length / 4));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = Math.min(
      editDistance(wanted, candidate, limit),
      editDistance(lastPart(wanted), lastPart(candidate), 1) + 1,
    );
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { candidate, distance };
  }
  return best?.candidate;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}

/** Levenshtein distance; above `limit` it is Infinity and not computed. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Infinity;
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  const distance = row[right.length] ?? Infinity;
  return distance <= limit ? distance : Infinity;
}
