/** A piece of text that is not broken, and whether a space precedes it. */
export type Word = { text: string; isSpaced: boolean };

/** Characters between which a line may be broken without a space. */
const WIDE =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef])/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The words of a line of text. */
export function wordsOf(line: string): Word[] {
  return line
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) =>
      word
        .split(WIDE)
        .filter((piece) => piece !== "")
        .map((text, index) => ({ text, isSpaced: index === 0 })),
    );
}

/** The lines that a text fills, each at most `width` wide. A word that is wider is broken. */
export function linesOf(
  text: string,
  { width, measure }: { width: number; measure: (word: string) => number },
): Word[][] {
  return text.split("\n").flatMap((line) => filled(wordsOf(line), width, measure));
}

function filled(words: Word[], width: number, measure: (word: string) => number): Word[][] {
  const space = measure(" ");
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of words.flatMap((one) => broken(one, width, measure))) {
    const own = measure(word.text);
    const gap = used > 0 && word.isSpaced ? space : 0;
    if (used > 0 && used + gap + own > width) {
      lines.push([]);
      used = 0;
    }
    used += (used > 0 && word.isSpaced ? space : 0) + own;
    lines.at(-1)?.push(word);
  }
  return lines;
}

function broken(word: Word, width: number, measure: (word: string) => number): Word[] {
  if (measure(word.text) <= width) return [word];
  const pieces: Word[] = [];
  let piece = "";
  for (const character of word.text) {
    if (piece !== "" && measure(piece + character) > width) {
      pieces.push({ text: piece, isSpaced: pieces.length === 0 && word.isSpaced });
      piece = "";
    }
    piece += character;
  }
  return [...pieces, { text: piece, isSpaced: pieces.length === 0 && word.isSpaced }];
}

/** The words from left to right: those of Hebrew and Arabic are read the other way. */
export function visual(line: readonly Word[]): Word[] {
  const shown: Word[] = [];
  let reversed: Word[] = [];
  for (const word of line) {
    if (RIGHT_TO_LEFT.test(word.text)) {
      reversed.unshift(word);
      continue;
    }
    shown.push(...reversed, word);
    reversed = [];
  }
  return [...shown, ...reversed];
}
