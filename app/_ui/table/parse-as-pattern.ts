import { createParser } from "nuqs/server";

/** Ignores an invalid value in the URL, so that the filters always show what the list applies. */
export const parseAsPattern = (pattern: RegExp) =>
  createParser({ parse: (text) => (pattern.test(text) ? text : null), serialize: String });
