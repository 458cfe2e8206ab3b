import { fail } from "../core/kernel/errors";
import { canonicalJson } from "../core/values/canonical";

type Fields = Record<string, unknown>;

/**
 * Checks that the fields of a thing are as a form showed them. A field that is already as wanted has
 * not changed for the form: the call may be the repeat of one whose response was lost. Otherwise
 * throws `precondition_failed` with the fields as they are, in `details.current`.
 */
export function seenAs(seen: Fields, wanted: Fields): (current: object) => boolean {
  return (thing) => {
    const current = fieldsOf(thing, Object.keys(seen));
    const isAsBefore = (field: string) =>
      isSame(seen[field], current[field]) || isDone(wanted[field], current[field]);
    if (Object.keys(current).every(isAsBefore)) return true;
    return fail("precondition_failed", { message: CHANGED, details: { current } });
  };
}

const CHANGED = "Someone changed this after you opened it.";

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** Of an object, only what changes is wanted, and null removes: metadata. */
function isDone(wanted: unknown, current: unknown): boolean {
  if (!isRecord(wanted) || !isRecord(current)) return isSame(wanted, current);
  const now = new Map(Object.entries(current));
  return Object.entries(wanted).every(([name, value]) => isSame(value, now.get(name) ?? null));
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As JSON, as the form got them. */
function fieldsOf(thing: object, names: readonly string[]): Fields {
  const fields = new Map(Object.entries(thing));
  const json = JSON.stringify(names.map((name) => fields.get(name) ?? null));
  const values: unknown[] = JSON.parse(json);
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
