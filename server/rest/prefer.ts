/** The longest that a request is held, in seconds: half of nginx's default proxy timeout. */
const MAX_WAIT_SECONDS = 30;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** The text between two commas; commas within quotes do not separate. */
const PREFERENCES = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;
/** A name, its value, and ignored parameters, of which `wait` has none. */
const PREFERENCE = new RegExp(
  String.raw`^[ \t]*(${TOKEN})(?:[ \t]*=[ \t]*(${TOKEN}|${QUOTED}))?[ \t]*(?:;.*)?$`,
);

/**
 * How many seconds the client is willing to wait (`Prefer: wait=10`, RFC 7240): 1 to
 * MAX_WAIT_SECONDS, or null. Only the first `wait` counts; other preferences and values are
 * ignored, as the RFC requires.
 */
export function readWait(header: string | null): number | null {
  if (header === null) return null;
  for (const preference of header.match(PREFERENCES) ?? []) {
    const [, name, value = ""] = PREFERENCE.exec(preference) ?? [];
    if (name?.toLowerCase() === "wait") return secondsIn(unquoted(value));
  }
  return null;
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, "$1") : value;
}

function secondsIn(value: string): number | null {
  const seconds = /^\d+$/.test(value) ? Number(value) : 0;
  return seconds >= 1 && seconds <= MAX_WAIT_SECONDS ? seconds : null;
}
