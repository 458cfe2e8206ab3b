/** A change of a filter; null clears a part of it. */
export type FilterChange<Filter> = { [Name in keyof Filter]?: Filter[Name] | null };

/** Returns the props of the field for a part of a filter. */
export function filterField<Filter>(
  filter: Filter,
  onChange: (change: FilterChange<Filter>) => void,
) {
  return <Name extends keyof Filter>(name: Name) => ({
    value: filter[name],
    onChange: (value: Filter[Name] | null) => {
      const change: FilterChange<Filter> = {};
      change[name] = value;
      onChange(change);
    },
  });
}
