import { expect, it } from "vitest";
import { checked } from "../kernel/checked";
import { searchable } from "./invisible";
import { exactLine, identifier, Label, line } from "./text";

const CONTROL = "Must not contain control characters.";
const UNICODE = "Must be valid Unicode.";

it.each([
  ["a\ud800", [UNICODE]],
  ["\udc00\n", [UNICODE]],
  ["a\u0000", [CONTROL]],
  ["a\nb", [CONTROL]],
  ["a\u202eb", [CONTROL]],
  ["", ["Must not be empty."]],
  ["x".repeat(81), ["Must be at most 80 characters."]],
  ["Grüezi 👋", []],
])("a line of text, %j, has the issues %j", (text, messages) => {
  for (const schema of [Label, line(80), exactLine(80)]) {
    const result = checked(schema, text);
    const issues = "issues" in result ? result.issues : [];
    expect(issues.map(({ message }) => message)).toEqual(messages);
  }
});

const HIDDEN = "Must not contain invisible characters or stacked combining marks.";

it.each([
  ..."\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2063\u2800\u3164\ufe00\ufe0f\ufeff\uffa0",
  ..."\u{e0041}\u{e0100}\u0335\u0338\u20dd",
  "\u0301\u0302\u0303\u0304\u0305",
])("a name may not look like another one by the character %j", (hidden) => {
  for (const schema of [Label, exactLine(80), identifier(80)]) {
    for (const text of [`Ac${hidden}me`, `Acme ${hidden}1`, `1${hidden}2`]) {
      const result = checked(schema, text);
      expect("issues" in result && result.issues.map(({ message }) => message)).toEqual([HIDDEN]);
    }
  }
  // A search leaves them out, because they are copied along.
  expect(checked(line(200), searchable(`Ac${hidden}me ${hidden}1`))).toMatchObject({
    value: expect.stringMatching(/^A\S+me 1$/),
  });
});

it.each([
  ["\u202aowner@acme.example\u202c", "owner@acme.example"],
  ["\u200eनमस्ते\u200b", "नमस्ते"],
  ["a\u0000\ud800b\u2028", "ab"],
  ["ि", ""],
])("%j is searched for as %j", (pasted, text) => {
  expect(searchable(pasted)).toBe(text);
});

it.each([
  "Crème Brûlée",
  "Nguyễn",
  "می\u200cخواهم",
  "श्री",
  "ক্\u200dষ",
  "שָׁלוֹם",
  "ที่นี่",
  "👨\u200d👩\u200d👧 & 👍🏽",
  "❤\ufe0f 1\ufe0f\u20e3 🇨🇭",
  "日本語",
])("a name may be %s", (name) => {
  expect(checked(Label, name)).toEqual({ value: name.normalize("NFC") });
  expect(searchable(name)).toBe(name.normalize("NFC"));
});

it("composes accents of names, and keeps IDs of other systems as they are", () => {
  expect(checked(Label, "Cre\u0300me")).toEqual({ value: "Cr\u00e8me" });
  expect(checked(identifier(80), "Cre\u0300me")).toEqual({ value: "Cre\u0300me" });
});
