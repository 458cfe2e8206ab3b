import { parseAsStringLiteral } from "nuqs/server";

/** Parses a URL parameter that has the value of one of these choices. */
export function parseAsChoice<const Value extends string>(choices: readonly { value: Value }[]) {
  return parseAsStringLiteral(choices.map(({ value }) => value));
}
