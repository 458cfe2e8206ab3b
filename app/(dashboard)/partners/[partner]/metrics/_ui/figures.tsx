"use client";

import type { Metrics } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Count, Money } from "@/app/_ui/format/money";
import { sumsIn } from "./compare";
import { Delta } from "./delta";

type Props = { now: Metrics; before: Metrics | undefined; currency: string };

/** The period's totals in one currency, with their changes. */
export function MetricFigures({ now, before, currency }: Props) {
  const sums = sumsIn(now, currency);
  const earlier = before ? sumsIn(before, currency) : null;
  const customers = now.series.at(-1)?.customers ?? 0;
  return (
    <Figures label="Totals">
      {currency !== "" && (
        <>
          <Figure
            label="Gross revenue"
            note={<Delta now={sums.gross} before={earlier?.gross ?? null} />}
          >
            <Money amount={sums.gross} currency={currency} />
          </Figure>
          <Figure label="Estimated earnings" note="At the current revenue share">
            <Money amount={sums.estimatedShare} currency={currency} />
          </Figure>
          <Figure
            label="Charges"
            note={<Delta now={sums.charges} before={earlier?.charges ?? null} />}
          >
            <Count value={sums.charges} />
          </Figure>
        </>
      )}
      <Figure
        label="New customers"
        note={<Delta now={now.totals.newCustomers} before={before?.totals.newCustomers ?? null} />}
      >
        <Count value={now.totals.newCustomers} />
      </Figure>
      <Figure label="Total customers" note="At end of period">
        <Count value={customers} />
      </Figure>
    </Figures>
  );
}
