import { createParser, parseAsStringLiteral } from "nuqs/server";
import { searchable } from "@/server/core/values/invisible";

// An invalid value in the URL is ignored, so that the filters always show what the list applies.

/** The value of one of these choices. */
export function parseAsChoice<const Value extends string>(choices: readonly { value: Value }[]) {
  return parseAsStringLiteral(choices.map(({ value }) => value));
}

export const parseAsValid = (isValid: (text: string) => boolean) =>
  createParser({ parse: (text) => (isValid(text) ? text : null), serialize: String });

export const parseAsPattern = (pattern: RegExp) => parseAsValid((text) => pattern.test(text));

/** A search, without what nobody can see. */
export const parseAsSearch = createParser({ parse: searchable, serialize: String }).withDefault("");
