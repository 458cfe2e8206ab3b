import { randomSlice } from "../values/random";

/** The type that each prefix stands for. */
const ID_PREFIXES = {
  partner: "prt",
  user: "usr",
  session: "ses",
  link: "lnk",
  key: "key",
  platformKey: "pky",
  keyLeak: "lek",
  customer: "acc",
  product: "prd",
  priceChange: "pch",
  charge: "chg",
  chargeBatch: "chb",
  term: "trm",
  payout: "po",
  payoutDetails: "pdt",
  transfer: "tr",
  selfBillingConsent: "sbc",
  importRun: "imp",
  limitRequest: "lrq",
  webhookEndpoint: "whe",
  audit: "aud",
  request: "req",
  event: "evt",
  mail: "msg",
  notification: "ntf",
  alert: "alr",
} as const;

// Crockford's alphabet: no i, l, o, u, and it sorts in numeric order.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

const PATTERN = new RegExp(`^[a-z]{2,3}_[${ALPHABET}]{26}$`);

/** Whether a text has the form of such an id; if not, no lookup is needed. */
export function isId(kind: keyof typeof ID_PREFIXES, text: string): boolean {
  return text.startsWith(`${ID_PREFIXES[kind]}_`) && PATTERN.test(text);
}

const TAIL = 16;

/**
 * A new id, `<prefix>_` and 26 characters: 48 bits of milliseconds, then 80 random bits, so that
 * ids sort by time and can't be guessed.
 */
export function newId(kind: keyof typeof ID_PREFIXES, nowMs: number = Date.now()): string {
  const bytes = randomSlice(TAIL);
  for (let i = 0; i < TAIL; i++) bytes[i] = ALPHABET.charCodeAt((bytes[i] ?? 0) & 31);
  return `${ID_PREFIXES[kind]}_${timeOf(nowMs)}${bytes.toString("latin1")}`;
}

/** The lowest id of a millisecond: earlier ids sort below it, all others do not. */
export function firstIdAt(kind: keyof typeof ID_PREFIXES, atMs: number): string {
  return `${ID_PREFIXES[kind]}_${timeOf(atMs)}${ALPHABET.charAt(0).repeat(TAIL)}`;
}

let latest = { atMs: -1, text: "" };

function timeOf(atMs: number): string {
  // Cached, because many ids are created within one millisecond under load.
  if (latest.atMs === atMs) return latest.text;
  let time = atMs;
  let text = "";
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(time % 32) + text;
    time = Math.floor(time / 32);
  }
  latest = { atMs, text };
  return text;
}
