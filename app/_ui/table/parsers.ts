import { createParser, parseAsStringLiteral } from "nuqs/server";
import { searchable } from "@/server/core/values/invisible";

// An invalid value in the URL is ignored, so that the filters always show what the list applies.

/** The value of one of these choices. */
export function parseAsChoice<const Value extends string>(choices: readonly { value: Value }[]) {
  return parseAsStringLiteral(choices.map(({ value }) => value));
}

export const parseAsValid = (isValid: (text: string) => boolean) =>
  createParser({ parse: (text) => (isValid(text) ? text : null), serialize: String });

/** A value as the lists have it: one line, without what nobody can see. */
export const parseAsLine = parseAsValid((text) => text.length <= 100 && searchable(text) === text);

export const parseAsPattern = (pattern: RegExp) => parseAsValid((text) => pattern.test(text));

/** An ID to filter by, whether or not it exists. */
export const parseAsId = parseAsPattern(/^\w{1,40}$/);

/** The ID of the selected row. What can't be one is not ignored: its drawer says "not found". */
export const parseAsSelected = createParser({
  parse: (id) => searchable(id).slice(0, 40),
  serialize: String,
});

export const parseAsProductCode = parseAsPattern(/^[a-z0-9][a-z0-9._-]{0,63}$/);

/** A search, without what nobody can see. */
export const parseAsSearch = createParser({ parse: searchable, serialize: String }).withDefault("");
