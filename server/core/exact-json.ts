/** A string, a number, or a mark: in valid JSON all else is space, true, false or null. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

/**
 * What JSON.parse would silently take for something else, in a text that it can parse: a name that
 * comes twice in an object, of which it keeps the last, or a number that it rounds. Null where there is
 * no such thing.
 */
export function inexactness(text: string): string | null {
  // For each level the names so far; null in a list.
  const levels: (Set<string> | null)[] = [];
  let mayBeName = false;
  for (const [token] of text.matchAll(TOKENS)) {
    const names = levels.at(-1);
    if (token === "{" || token === "[") {
      levels.push(token === "{" ? new Set() : null);
      mayBeName = token === "{";
    } else if (token === "}" || token === "]") levels.pop();
    else if (token === ",") mayBeName = names instanceof Set;
    else if (token[0] !== '"') {
      if (!isExact(token)) return `the number ${token.slice(0, 40)} cannot be kept exactly`;
    } else if (mayBeName && names) {
      mayBeName = false;
      const name: string = token.includes("\\") ? JSON.parse(token) : token.slice(1, -1);
      if (names.has(name)) return `the field ${name.slice(0, 80)} is repeated`;
      names.add(name);
    }
  }
  return null;
}

// Longer ones could only be zeros; bounded, so that cutting those off stays cheap.
const MAX_DIGITS = 40;

/** Whether JavaScript makes the very number of it, or one that it would write in the same digits. */
function isExact(token: string): boolean {
  if (token.length <= 15 && !/[.eE]/.test(token)) return true;
  if (token.length > MAX_DIGITS) return false;
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const isWhole = /^-?\d+$/.test(token);
  return (
    (isWhole && BigInt(token) === BigInt(value)) || digitsOf(token) === digitsOf(String(value))
  );
}

/** The one way to write a decimal number: without zeros at its ends, and with an exponent. */
function digitsOf(decimal: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
