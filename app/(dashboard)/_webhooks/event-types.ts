import type { EventType } from "@/server/core/registry";

/** The event types of one resource. `ping` is a group of its own. */
export type EventGroup = {
  group: string;
  types: readonly { name: EventType; summary: string }[];
};

/** The pattern for all events, also of types that are added later. */
export const ALL_EVENTS = "*";

export function groupOf(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

/** The pattern for all events of a group: `account.*`. */
export function patternOf(group: string): string {
  return `${group}.*`;
}

export function includesType(chosen: readonly string[], name: string): boolean {
  return [ALL_EVENTS, patternOf(groupOf(name)), name].some((one) => chosen.includes(one));
}

/** Chooses a whole group by its pattern, or nothing of it. */
export function toggleGroup(chosen: readonly string[], group: string): string[] {
  const others = chosen.filter((one) => groupOf(one) !== group);
  return chosen.includes(patternOf(group)) ? others : [...others, patternOf(group)];
}

/** Adds or removes one type. Of a group chosen by its pattern, the other types remain. */
export function toggleType(
  chosen: readonly string[],
  { group, types }: EventGroup,
  name: string,
): string[] {
  if (chosen.includes(patternOf(group))) {
    const others = chosen.filter((one) => one !== patternOf(group));
    return [...others, ...types.flatMap((type) => (type.name === name ? [] : [type.name]))];
  }
  return chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
}

/** The chosen types in a list: "All events", or the first ones. */
export function typesSummary(chosen: readonly string[]): string {
  return chosen.includes(ALL_EVENTS) ? "All events" : chosen.join(", ");
}

/** Groups and single types, as the options of a filter. */
export function typeChoices(groups: readonly EventGroup[]) {
  return groups.flatMap(({ group, types }) => {
    const names = types.map(({ name }) => ({ value: name, label: name }));
    return types.length > 1
      ? [{ value: patternOf(group), label: patternOf(group) }, ...names]
      : names;
  });
}
