import { sha256 } from "../values/sha256";

/** Where a key was found, without any part of the key. */
export type Place = {
  source: string;
  url: string | null;
  /** The same for the same place. */
  hash: Uint8Array<ArrayBuffer>;
};

const MAX_URL_LENGTH = 500;
const SOURCE = /^[a-z][a-z_]{0,39}$/;
/** The random part of a key begins after its prefix. */
const PREFIX_LENGTH = 4;
const ANY_KEY = /[a-z]{3}(?:_|%5f)[0-9A-Za-z]{30,}/gi;

/**
 * The place as it may be stored. Whoever reports a key may have put it into the URL, too: user,
 * query and fragment are left out, and each key in the rest.
 */
export function placeOf(
  { source, url }: { source: string | null; url: string | null },
  plaintext: string,
): Place {
  const kind = source !== null && SOURCE.test(source) ? source : "unknown";
  const shown = url === null ? null : cleanUrl(url, plaintext.slice(PREFIX_LENGTH));
  return { source: kind, url: shown, hash: sha256(shown ?? `source ${kind}`) };
}

function cleanUrl(text: string, secret: string): string | null {
  if (text.length > 8_192 || !URL.canParse(text)) return null;
  const { protocol, origin, pathname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const clean = (origin + pathname).replaceAll(ANY_KEY, "KEY");
  const isLeftIn = (part: string) => part.toLowerCase().includes(secret.toLowerCase());
  if (isLeftIn(origin)) return null;
  const shown = isLeftIn(clean) || isLeftIn(decoded(clean)) ? origin : clean;
  return shown.slice(0, MAX_URL_LENGTH);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
