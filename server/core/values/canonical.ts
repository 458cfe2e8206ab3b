/**
 * The same JSON for equal values, whatever the order of their fields; undefined fields are ignored.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) => {
    if (typeof field !== "object" || field === null || Array.isArray(field)) return field;
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
