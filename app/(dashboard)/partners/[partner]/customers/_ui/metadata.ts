/** A row of the metadata input; `id` identifies it while its name is empty. */
export type Entry = { id: number; name: string; value: string };

/** Builds the metadata from the rows that have a name. */
export function metadataOf(entries: readonly Entry[]): Record<string, string> {
  const named = entries.map(({ name, value }) => [name.trim(), value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ""));
}

/** The first name used twice; metadataOf() would keep only one of the values. */
export function repeatedName(entries: readonly Entry[]): string | undefined {
  const names = entries.map(({ name }) => name.trim());
  return names.find((name, at) => name !== "" && names.indexOf(name) !== at);
}

/** The patch that turns `before` into `after`; empty if they are the same. */
export function metadataPatch(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): { metadata?: Record<string, string | null> } {
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const set = Object.entries(after).filter(([name, value]) => before[name] !== value);
  if (removed.length + set.length === 0) return {};
  const cleared = removed.map((name) => [name, null] as const);
  return { metadata: Object.fromEntries([...cleared, ...set]) };
}
