import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** `partner`: a partner's API key. `platform`: a key of the company's own systems. */
export type KeyType = "partner" | "platform";

/**
 * A key's plaintext: `rsk_` (a platform key: `psk_`), 30 random base62 characters (178 bits), and
 * the CRC32 of everything before as 6 base62 characters. Without `-`, `.` or `/`, so that a double
 * click selects all of it (specification, section 2).
 */
const PREFIXES = { partner: "rsk_", platform: "psk_" } as const;
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const KEY_LENGTH = PREFIXES.partner.length + BODY_LENGTH + CHECKSUM_LENGTH;
const pattern = (prefix: string) =>
  new RegExp(`^${prefix}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);
const PATTERNS = { partner: pattern(PREFIXES.partner), platform: pattern(PREFIXES.platform) };

/** A new plaintext from the system's random source. */
export function newPlaintext(type: KeyType = "partner"): string {
  const unsigned = PREFIXES[type] + randomBase62(BODY_LENGTH);
  return unsigned + checksum(unsigned);
}

/** Whether prefix, length, alphabet and checksum are right; needs no lookup. */
export function isWellFormed(plaintext: string, type: KeyType = "partner"): boolean {
  if (plaintext.length !== KEY_LENGTH || !PATTERNS[type].test(plaintext)) return false;
  const end = KEY_LENGTH - CHECKSUM_LENGTH;
  return checksum(plaintext.slice(0, end)) === plaintext.slice(end);
}

/**
 * The hex SHA-256 of the plaintext. Only the hash and the two ends are stored. With 178 bits, a
 * slow hash would gain nothing.
 */
export function hashPlaintext(plaintext: string): string {
  return hash("sha256", plaintext, "hex");
}

/** The hash as the database stores it: 32 bytes. */
export function hashBytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hex, "hex"));
}

/** The ends that identify the key for people, shown as `rsk_ab12...wxyz`. */
export function plaintextEnds(plaintext: string): { head: string; tail: string } {
  return { head: plaintext.slice(0, PREFIXES.partner.length + 4), tail: plaintext.slice(-4) };
}

const END = "[0-9A-Za-z]{4}";
const headPattern = (prefix: string) => ({
  prefix,
  head: new RegExp(`^${prefix}${END}`),
  masked: new RegExp(`^(${prefix}${END})(?:\\.{2,}|…)(${END})$`),
});
const ENDS = {
  partner: headPattern(PREFIXES.partner),
  platform: headPattern(PREFIXES.platform),
};
const LAST = new RegExp(`^(?:\\.{2,}|…)?(${END})$`);

/**
 * The ends that someone may mean who knows only a key's first or last characters, or has the whole
 * key: each element is one way to read it.
 */
export function readEnds(
  text: string,
  type: KeyType = "partner",
): { head?: string; tail?: string }[] {
  const of = ENDS[type];
  const [, head, tail] = of.masked.exec(text) ?? [];
  if (head && tail) return [{ head, tail }];
  if (PATTERNS[type].test(text)) return [plaintextEnds(text)];
  const [first] = of.head.exec(text) ?? [];
  if (first) return [{ head: first }];
  const [, last] = LAST.exec(text) ?? [];
  if (!last) return [];
  return text === last ? [{ tail: last }, { head: of.prefix + last }] : [{ tail: last }];
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: bytes above it would favor some characters.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}
