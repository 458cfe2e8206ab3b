/**
 * A hint with the known name closest to a mistyped one, as the end of a sentence; "" if none is
 * close.
 */
export function closestMatchHint(name: string, known: readonly string[]): string {
  let best: string | null = null;
  // Up to a third of the letters wrong is a typo; more is another word.
  let bestDistance = Math.ceil(name.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase().slice(0, 64), candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === null ? "" : ` Did you mean ${best}?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
