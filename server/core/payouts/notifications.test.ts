import { expect, it } from "vitest";
import { PAYOUT_NOTIFICATIONS } from "./notifications";

function textOf(amount: number): string | undefined {
  const data = { period: "2026-10", currency: "EUR", gross: amount * 5, amount };
  const partner = { code: "acme", name: "Acme" };
  const fact = { data, partner, subjectId: "po_x", details: null, by: null };
  return PAYOUT_NOTIFICATIONS["payout.created"].message(fact).paragraphs[0];
}

it("says that a payout will be paid only of one that will be", () => {
  expect(textOf(16_244)).toBe(
    "Your revenue share for the month is €162.44. You'll be notified when it is paid.",
  );
  expect(textOf(-1_200)).toBe(
    "Your revenue share for the month is -€12.00. More was refunded than charged, so it is deducted from your next transfer.",
  );
  expect(textOf(0)).toBe("Your revenue share for the month is €0.00.");
});
