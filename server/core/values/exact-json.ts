/**
 * A string, a number, or a bracket or comma: valid JSON has only whitespace, colons, true, false
 * and null besides.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

/**
 * Describes what JSON.parse would silently change in a valid JSON text: a repeated name in an
 * object, of which it keeps the last, or a number that it rounds. Null if there is nothing.
 */
export function inexactness(text: string): string | null {
  // The names so far in each open object; null for an array.
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
      if (!isExact(token))
        return `The number "${token.slice(0, 40)}" can't be represented exactly.`;
    } else if (mayBeName && names) {
      mayBeName = false;
      const name: string = token.includes("\\") ? JSON.parse(token) : token.slice(1, -1);
      if (names.has(name)) return `The field "${name.slice(0, 80)}" is repeated.`;
      names.add(name);
    }
  }
  return null;
}

// Digits beyond this could only be zeros; the bound keeps stripping them cheap.
const MAX_DIGITS = 40;

/** Whether JavaScript represents the number exactly, or prints it with the same digits. */
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

/** A canonical form of a decimal: significant digits and an exponent. */
function digitsOf(decimal: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(decimal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
