"use client";

import type { PayoutSum } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Count, Money } from "@/app/_ui/format/money";

const LABELS = { paid: "Paid", pending: "Pending", failed: "Failed" } as const;
const ORDER = ["paid", "pending", "failed"] as const;

/** The totals of paid, pending and returned payouts, per currency. */
export function Sums({ of: sums }: { of: readonly PayoutSum[] }) {
  const sorted = ORDER.flatMap((status) => sums.filter((sum) => sum.status === status));
  return (
    <Figures label="Totals">
      {sorted.map(({ currency, status, payouts, amount }) => (
        <Figure
          key={`${currency} ${status}`}
          label={`${LABELS[status]} (${currency})`}
          note={
            <>
              <Count value={payouts} /> {payouts === 1 ? "payout" : "payouts"}
            </>
          }
        >
          <Money amount={amount} currency={currency} />
        </Figure>
      ))}
    </Figures>
  );
}
