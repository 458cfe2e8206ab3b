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
