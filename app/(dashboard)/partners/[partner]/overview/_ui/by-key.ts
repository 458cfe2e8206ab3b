import type { KeyUsage } from "@/app/_trpc/types";
import type { Series, SeriesLook } from "@/app/_ui/chart/chart";
import { totalOf } from "../../api-keys/_ui/usage";

/** The styles of the busiest keys, in order. */
const LOOKS: readonly SeriesLook[] = ["main", "second", "third", "fourth", "fifth"];
const OTHER: Series = { name: "Other", look: "other" };

type Key = { id: string; label: string; tail: string };
type ByKey = {
  series: readonly Series[];
  /** For each hour, the requests of each series. */
  hours: readonly (readonly number[])[];
};

/** The requests of the last 24 hours by key: the five busiest keys, and all others as one. */
export function requestsByKey(keys: readonly Key[], usage: readonly KeyUsage[]): ByKey {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const busiest = usage
    .filter((one) => totalOf(one) > 0)
    .sort((a, b) => totalOf(b) - totalOf(a) || a.keyId.localeCompare(b.keyId));
  const named = busiest.slice(0, LOOKS.length);
  const others = busiest.slice(LOOKS.length);
  const names = namesOf(named.flatMap(({ keyId }) => byId.get(keyId) ?? []));
  const series = named.map(({ keyId }, index) => ({
    name: names.get(keyId) ?? keyId,
    look: LOOKS[index] ?? OTHER.look,
  }));
  const hours = Array.from({ length: busiest[0]?.hours.length ?? 0 }, (_, hour) => {
    const counts = named.map((one) => one.hours[hour] ?? 0);
    const rest = others.reduce((sum, one) => sum + (one.hours[hour] ?? 0), 0);
    return others.length > 0 ? [...counts, rest] : counts;
  });
  return { series: others.length > 0 ? [...series, OTHER] : series, hours };
}

/** The label of each key, with the key's last characters if another series has the same name. */
function namesOf(keys: readonly Key[]): ReadonlyMap<string, string> {
  const labels = [OTHER.name, ...keys.map(({ label }) => label)];
  const isShared = (label: string) => labels.filter((one) => one === label).length > 1;
  return new Map(
    keys.map(({ id, label, tail }) => [id, isShared(label) ? `${label} (…${tail})` : label]),
  );
}
