// PostgreSQL can't store NUL, and a lone surrogate is not a character: both would fail later. Line
// breaks and bidirectional controls make a name look like another one in a list or a log.
export const LONE_SURROGATE = /\p{Cs}/u;
export const UNFIT_FOR_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Characters that nobody sees, and combining marks that strike a letter through. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;
const OVERLAID = /[\u0334-\u0338\u20d0-\u20ff]/u;
/** A mark without a letter, or more of them than any language puts on one. */
const STACKED = /(?:^|\s)\p{M}|\p{M}{4}/u;
// Emoji, and words of some languages, contain such characters.
const EMOJI =
  /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?(?:\u200d\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?)*|[0-9#*]\ufe0f\u20e3/gu;
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gujarati}\\p{Script=Gurmukhi}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Oriya}\\p{Script=Sinhala}\\p{Script=Tamil}\\p{Script=Telugu}]";
const JOINER = new RegExp(`(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`, "gu");

const PLAIN = /^[\x20-\x7e]*$/;

/** Whether two different texts could look the same because of characters like these. */
export function isDeceptive(text: string): boolean {
  if (PLAIN.test(text)) return false;
  const rest = text.normalize("NFC").replaceAll(EMOJI, "x").replaceAll(JOINER, "");
  return INVISIBLE.test(rest) || OVERLAID.test(rest) || STACKED.test(rest);
}

const UNSEEN = new RegExp(
  `(${EMOJI.source}|${JOINER.source})|[${[UNFIT_FOR_A_LINE, LONE_SURROGATE, INVISIBLE, OVERLAID].map(inClass).join("")}]`,
  "gu",
);
function inClass({ source }: RegExp): string {
  return source.replace(/^\[|\]$/g, "");
}

/**
 * A text to search for, without the characters that no name has: those that nobody sees, which are
 * copied along from documents and chats, and marks without a letter.
 */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize("NFC")
    .replace(UNSEEN, "$1")
    .replace(/(^|\s)\p{M}+/gu, "$1")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1");
}
