import type { Issue } from "./errors";

/**
 * A hint with the known name closest to a mistyped one, as the end of a sentence; "" if none is
 * close.
 */
export function closestMatchHint(name: string, known: readonly string[]): string {
  const typed = name.toLowerCase().slice(0, 64);
  let best: string | null = null;
  // Up to a third of the letters wrong is a typo; more is another word.
  let bestDistance = Math.ceil(typed.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(typed, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === null ? "" : ` Did you mean ${best}?`;
}

const MAX_SHOWN = 40;
/** No control or formatting characters, which change how a terminal shows a text. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
/** API keys and webhook secrets begin so. A caller may send one where a name belongs. */
const SECRET = /[rp]sk_|whsec_/i;

/** A sentence about an unknown name: `Unknown field "emial". Did you mean email?` */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const isShown = PRINTABLE.test(name) && !SECRET.test(name);
  const characters = [...name];
  const shown =
    characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join("")}...` : name;
  return `Unknown ${what}${isShown ? ` "${shown}"` : ""}.${closestMatchHint(name, known)}`;
}

/** The issue of an unknown field of a request or a file. */
export function unknownField(name: string, known: readonly string[]): Issue {
  return { path: pathOf(name), message: unknownName("field", name, known) };
}

/** The path of an issue about an unknown name. */
export function pathOf(name: string): string {
  return SECRET.test(name) ? "" : name.slice(0, 80);
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
