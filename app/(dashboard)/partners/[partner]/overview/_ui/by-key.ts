import type { UsageOverview } from "@/app/_trpc/types";
import type { Series, SeriesLook } from "@/app/_ui/chart/chart";

/** The styles of the busiest keys, in order. */
const LOOKS: readonly SeriesLook[] = ["main", "second", "third", "fourth", "fifth"];
const OTHER: Series = { name: "Other", look: "other" };

type Key = { id: string; label: string; tail: string };
type Busy = { key: Key; hours: readonly number[] };
type ByKey = {
  series: readonly Series[];
  /** For each hour, the requests of each series. */
  hours: readonly (readonly number[])[];
};

/** The requests of the last 24 hours by key: the busiest keys, and all others as one. */
export function requestsByKey(
  all: Pick<UsageOverview["partner"], "hours">,
  busiest: readonly Busy[],
): ByKey {
  const names = namesOf(busiest.map(({ key }) => key));
  const series = busiest.map(({ key }, index) => ({
    name: names.get(key.id) ?? key.id,
    look: LOOKS[index] ?? OTHER.look,
  }));
  const counted = all.hours.map((total, hour) => {
    const counts = busiest.map(({ hours }) => hours[hour] ?? 0);
    return { counts, rest: total - counts.reduce((sum, count) => sum + count, 0) };
  });
  if (counted.every(({ rest }) => rest === 0))
    return { series, hours: counted.map(({ counts }) => counts) };
  return {
    series: [...series, OTHER],
    hours: counted.map(({ counts, rest }) => [...counts, rest]),
  };
}

/** The label of each key, with the key's last characters if another series has the same name. */
function namesOf(keys: readonly Key[]): ReadonlyMap<string, string> {
  const labels = [OTHER.name, ...keys.map(({ label }) => label)];
  const isShared = (label: string) => labels.filter((one) => one === label).length > 1;
  return new Map(
    keys.map(({ id, label, tail }) => [id, isShared(label) ? `${label} (…${tail})` : label]),
  );
}
