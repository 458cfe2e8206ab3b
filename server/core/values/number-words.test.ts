import { expect, it } from "vitest";
import { amountInWords } from "./number-words";

it.each([
  [16_244, "EUR", "One hundred sixty-two euros and 44/100"],
  [100, "EUR", "One euro and 00/100"],
  [5, "USD", "Zero US dollars and 05/100"],
  [-1_999, "GBP", "Minus nineteen British pounds and 99/100"],
  [1_500, "JPY", "One thousand five hundred Japanese yen"],
  [1_999, "KWD", "One Kuwaiti dinar and 999/1000"],
  [100_000_000, "EUR", "One million euros and 00/100"],
  [1_000_020_100, "EUR", "Ten million two hundred one euros and 00/100"],
  [
    9_007_199_254_740_991,
    "EUR",
    "Ninety trillion seventy-one billion nine hundred ninety-two million five hundred forty-seven thousand four hundred nine euros and 91/100",
  ],
  [4_200, "XXQ", "Forty-two XXQ and 00/100"],
])("%s %s is %s", (amount, currency, words) => {
  expect(amountInWords(amount, currency)).toBe(words);
});
