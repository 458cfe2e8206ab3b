import { type Issue, sentenceOf } from "../core/kernel/errors";

const MAX_PATH = 200;
const MAX_NAMES = 20;
const MAX_MESSAGE = 300;
const MAX_ISSUES = 5;
const NAME = /^[\w.[\]-]{1,40}$/;
/** Replaces an invalid name, which may be a value without its name. */
const NO_NAME = "?";
/** A text in a message that the client may have written. */
const QUOTED = /"([^"]*)"/g;
const KEY = /([rp]sk_|whsec_)[\w+/=]*/g;
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
    names.add(isName(name) && !/[rp]sk_/.test(name) ? name : NO_NAME);
  }
  return names.size > 0 ? [...names].join("&") : null;
}

/**
 * A message for the request log, of the issues of a response: at most 300 characters plus an
 * ellipsis; null without any. Of what the client wrote, it has the names of fields, without those
 * that may be values.
 */
export function messageOf(issues: readonly Issue[]): string | null {
  if (issues.length === 0) return null;
  const shown = issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: path === "" || path.split(".").every(isName) ? withoutKey(path) : NO_NAME,
    message: message.replace(QUOTED, (_, text) => `"${isName(text) ? text : NO_NAME}"`),
  }));
  const message = sentenceOf(shown).replace(KEY, HIDDEN_KEY);
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}...` : message;
}

/** The keys of metadata are the client's. */
const withoutKey = (path: string) => path.replace(/\bmetadata\..*/, `metadata.${NO_NAME}`);

/** A number is a value, unless it is as short as an index. */
const isName = (text: string) => NAME.test(text) && !/^-?\d.{4}/.test(text);
