const MAX_PATH = 200;
const MAX_NAMES = 20;
const NAME = /^[\w.[\]-]{1,40}$/;
/** Replaces an invalid name, which may be a value without its name. */
const NO_NAME = "?";
const KEY = /([rp]sk_)\w*/g;
const HIDDEN_KEY = "$1***";

/**
 * A path for the request log: printable ASCII, at most 200 characters plus an ellipsis, without
 * anything that looks like an API key.
 */
export function pathOf(path: string): string {
  const shown = path
    .slice(0, MAX_PATH * 2)
    .replace(/[^\x21-\x7e]/g, "?")
    .replace(KEY, HIDDEN_KEY);
  return shown.length > MAX_PATH ? `${shown.slice(0, MAX_PATH)}...` : shown;
}

/**
 * The names of a query's parameters as the client wrote them, joined by `&`, without duplicates, at
 * most 20; null if there are none. Values are never stored.
 */
export function queryNames(search: string): string | null {
  if (search.length < 2) return null;
  const names = new Set<string>();
  for (const part of search.slice(1).split("&", MAX_NAMES)) {
    if (part === "") continue;
    const [name = ""] = part.split("=", 1);
    names.add(NAME.test(name) && !/[rp]sk_/.test(name) ? name : NO_NAME);
  }
  return names.size > 0 ? [...names].join("&") : null;
}
