/** A line of the metadata being typed; `id` tells it from others while its name is empty. */
export type Entry = { id: number; name: string; value: string };

/** The entries that have a name. */
export function metadataOf(entries: readonly Entry[]): Record<string, string> {
  const named = entries.map(({ name, value }) => [name.trim(), value] as const);
  return Object.fromEntries(named.filter(([name]) => name !== ""));
}

/** The first name that two entries have; metadataOf() would keep only one of them. */
export function repeatedName(entries: readonly Entry[]): string | undefined {
  const names = entries.map(({ name }) => name.trim());
  return names.find((name, at) => name !== "" && names.indexOf(name) !== at);
}
