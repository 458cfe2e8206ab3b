import { expect, it } from "vitest";
import { linesOf, visual, wordsOf } from "./words";

const measure = (text: string) => [...text].length;
const lines = (text: string, width: number) =>
  linesOf(text, { width, measure }).map((line) =>
    line
      .map(({ text: word, isSpaced }, index) => (isSpaced && index > 0 ? ` ${word}` : word))
      .join(""),
  );

it("breaks lines at spaces, between Chinese characters, and words that are too wide", () => {
  expect(lines("one two three", 7)).toEqual(["one two", "three"]);
  expect(lines("株式会社 A", 3)).toEqual(["株式会", "社 A"]);
  expect(lines("abcdefgh ij", 5)).toEqual(["abcde", "fgh", "ij"]);
  expect(lines("a\n\nb", 5)).toEqual(["a", "", "b"]);
});

it("shows words that are read from right to left in that order", () => {
  const shown = visual(wordsOf("Firma שלום עולם GmbH")).map(({ text }) => text);
  expect(shown).toEqual(["Firma", "עולם", "שלום", "GmbH"]);
});
