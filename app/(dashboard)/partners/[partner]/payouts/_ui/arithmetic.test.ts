import { describe, expect, it } from "vitest";
import type { Payout } from "@/app/_trpc/types";
import { shareOf } from "@/server/core/values/money";
import { arithmeticOf } from "./arithmetic";

function line(id: string, part: Partial<Payout>): Payout {
  return {
    id,
    period: "2026-10",
    currency: "EUR",
    gross: 0,
    revsharePct: 20,
    amount: 0,
    status: "pending",
    reference: null,
    correctsId: null,
    transferId: null,
    settledAt: null,
    createdAt: "2026-11-01T00:00:00.000Z",
    partner: { id: "prt_1", code: "p", name: "P" },
    ...part,
  };
}

describe("the calculation of a payout", () => {
  it("for an original payout: the share, exact and rounded", () => {
    const closing = line("po_1", { gross: 1_234_567, revsharePct: 22.5, amount: 277_778 });
    expect(arithmeticOf(closing, [closing])).toEqual({
      gross: 1_234_567,
      before: [],
      exact: "2777.77575",
      rounded: 277_778,
      isRounded: true,
    });
  });

  it("mentions no rounding if there was none", () => {
    const closing = line("po_1", { gross: 1_000, amount: 200 });
    expect(arithmeticOf(closing, [closing])).toMatchObject({ exact: "2", isRounded: false });
  });

  it("for an adjustment: the share of the current total minus the amounts paid before", () => {
    const lines = [
      line("po_3", { gross: -101, amount: -20, correctsId: "po_1" }),
      line("po_1", { gross: 1_003, amount: 201 }),
      line("po_2", { gross: 4, amount: 0, correctsId: "po_1" }),
    ];
    const [third] = lines;
    if (!third) throw new Error("there are three");
    const found = arithmeticOf(third, lines);
    expect(found).toMatchObject({ gross: 906, rounded: 181, exact: "1.812", isRounded: true });
    expect(found.before.map(({ id }) => id)).toEqual(["po_1", "po_2"]);
    expect(BigInt(found.rounded)).toBe(shareOf(906n, 2_000));
  });

  it.each([
    ["JPY", "2777.625"],
    ["KWD", "2.777625"],
  ])("formats an exact share in %s with the correct decimals", (currency, exact) => {
    const closing = line("po_1", { currency, gross: 12_345, revsharePct: 22.5, amount: 2_778 });
    expect(arithmeticOf(closing, [closing]).exact).toBe(exact);
  });
});
