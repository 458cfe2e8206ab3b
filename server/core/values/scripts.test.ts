import { expect, it } from "vitest";
import { emailNote, mixedScripts, mixedWord } from "./scripts";

it.each([
  ["Acme", null],
  ["Café Ñandú Łódź", null],
  ["Acme 24/7 (R&D) №1 – “best”", null],
  ["", null],
  ["2026", null],
  ["Пример", null],
  ["Ελλάδα", null],
  ["株式会社ミライ・サーバーへ", null],
  ["ミライ", null],
  ["삼성 三星", null],
  ["中文ㄅㄆㄇ", null],
  ["中文", null],
  ["हिन्दी", null],
  ["😀 👩‍💻 Acme", null],
  ["\u0410cme", "Mixes Latin and Cyrillic letters"],
  ["Acm\u0435", "Mixes Latin and Cyrillic letters"],
  ["Αcme", "Mixes Latin and Greek letters"],
  ["aαа", "Mixes Latin, Greek, and Cyrillic letters"],
  ["Ꭺcme", "Mixes Latin and Cherokee letters"],
  ["Sony ソニー", "Mixes Latin and Japanese letters"],
  ["Sony 公司", "Mixes Latin and Chinese letters"],
  ["サ한", "Mixes Japanese and Korean letters"],
  ["a\u{10480}", "Mixes Latin and other letters"],
])("the writing systems of %j: %s", (text, note) => {
  expect(mixedScripts(text)).toBe(note);
});

it.each([
  ["Ключ for API", null],
  ["created API key “Ключ”", null],
  ["created API key “\u0410cme”", "Mixes Latin and Cyrillic letters"],
  ["e\u0301te\u0301", null],
  ["", null],
])("the words of %j: %s", (text, note) => {
  expect(mixedWord(text)).toBe(note);
});

it.each([
  ["ann@apple.com", null],
  ["ann@my-xn--shop.com", null],
  ["ann@XN--80AK6AA92E.com", "Domain reads аррӏе.com (Latin and Cyrillic letters)"],
  ["ann@mail.xn--80ak6aa92e.com", "Domain reads mail.аррӏе.com (Latin and Cyrillic letters)"],
  ["ann@xn--e1afmkfd.xn--p1ai", "Domain reads пример.рф (Cyrillic letters)"],
  ["ann@xn--caf-dma.example", "Domain reads café.example (Latin letters)"],
  ["ann@xn--\u0430.com", "Mixes Latin and Cyrillic letters"],
  ["ann@xn--99999999.com", null],
  ["\u0430nn@example.com", "Mixes Latin and Cyrillic letters"],
  ["xn--80ak6aa92e", "Domain reads аррӏе (Cyrillic letters)"],
])("what the email address %j conceals: %s", (email, note) => {
  expect(emailNote(email)).toBe(note);
});
