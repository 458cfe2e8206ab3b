import { domainToUnicode } from "node:url";

// Letters of one writing system can look like those of another: "Аcme" may begin with a Cyrillic А.
// Such names are allowed, because some are legitimate, but operators see a note beside them.

/** Writing systems by their letters. Chinese characters belong to three of them: see below. */
const SYSTEMS = [
  ["Latin", /\p{Script=Latin}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Georgian", /\p{Script=Georgian}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Bengali", /\p{Script=Bengali}/u],
  ["Gurmukhi", /\p{Script=Gurmukhi}/u],
  ["Gujarati", /\p{Script=Gujarati}/u],
  ["Tamil", /\p{Script=Tamil}/u],
  ["Telugu", /\p{Script=Telugu}/u],
  ["Kannada", /\p{Script=Kannada}/u],
  ["Malayalam", /\p{Script=Malayalam}/u],
  ["Sinhala", /\p{Script=Sinhala}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Lao", /\p{Script=Lao}/u],
  ["Khmer", /\p{Script=Khmer}/u],
  ["Myanmar", /\p{Script=Myanmar}/u],
  ["Ethiopic", /\p{Script=Ethiopic}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Coptic", /\p{Script=Coptic}/u],
  ["Lisu", /\p{Script=Lisu}/u],
  ["Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["Korean", /\p{Script=Hangul}/u],
  ["Chinese", /\p{Script=Bopomofo}/u],
] as const;

/** Letters of every system, such as the long vowel mark of Japanese, count as none. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const HAN = /\p{Script=Han}/u;
const WITH_HAN: ReadonlySet<string> = new Set(["Japanese", "Korean", "Chinese"]);
const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** The writing systems of a text's letters, in a fixed order. Digits, spaces and signs count as none. */
function scriptsOf(text: string): string[] {
  const letters = [...new Set(text.match(/\p{L}/gu))].filter((letter) => !SHARED.test(letter));
  const rest = letters.filter((letter) => !HAN.test(letter));
  const found: string[] = SYSTEMS.filter(([, of]) => rest.some((letter) => of.test(letter))).map(
    ([name]) => name,
  );
  if (rest.some((letter) => !SYSTEMS.some(([, of]) => of.test(letter)))) found.push("other");
  const hasHan = rest.length < letters.length;
  return hasHan && !found.some((name) => WITH_HAN.has(name)) ? [...found, "Chinese"] : found;
}

/** "Mixes Latin and Cyrillic letters", or null for a text of one writing system. */
export function mixedScripts(text: string): string | null {
  const scripts = scriptsOf(text);
  return scripts.length > 1 ? `Mixes ${LIST.format(scripts)} letters` : null;
}

/**
 * Like mixedScripts(), of the first word that mixes writing systems: for texts in which words of
 * several are common, such as labels and sentences with names in them.
 */
export function mixedWord(text: string): string | null {
  const words = text.split(/[^\p{L}\p{M}]+/u);
  return words.map(mixedScripts).find((note) => note !== null) ?? null;
}

/**
 * A note on a misleading email address. A domain in ASCII form (`xn--`) is decoded, with the
 * writing systems of its letters; other addresses are checked for mixed letters. Otherwise null.
 */
export function emailNote(email: string): string | null {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const shown = /(?:^|\.)xn--/i.test(domain) ? domainToUnicode(domain) : "";
  // A domain that can't be decoded, which looks like nothing else, is empty or, since Node 24, kept.
  if (shown === "" || shown === domain.toLowerCase()) return mixedScripts(email);
  return `Domain reads ${shown} (${LIST.format(scriptsOf(shown))} letters)`;
}
