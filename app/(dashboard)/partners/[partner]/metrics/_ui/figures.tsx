import type { Metrics } from "@/app/_trpc/types";
import { usePartnerPath } from "@/app/_trpc/use-partner";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Count, Money } from "@/app/_ui/format/money";
import { chargesHref } from "../../charges/_ui/filter";
import { RefundsLink } from "../../charges/_ui/refunds-link";
import { sumsIn } from "./compare";
import { Delta } from "./delta";

type Props = { now: Metrics; before: Metrics | undefined; currency: string };

/** The period's totals in one currency, with their changes. */
export function MetricFigures({ now, before, currency }: Props) {
  const pathOf = usePartnerPath();
  const { from, to } = now;
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
          <Figure
            label="Refunded"
            note={<RefundsLink refunds={sums.refunds} of={{ currency, days: { from, to } }} />}
          >
            <Money amount={sums.refunded} currency={currency} />
          </Figure>
          <Figure label="Net revenue" note={<Delta now={sums.net} before={earlier?.net ?? null} />}>
            <Money amount={sums.net} currency={currency} />
          </Figure>
          <Figure label="Estimated earnings" note="Your share of net">
            <Money amount={sums.estimatedShare} currency={currency} />
          </Figure>
          <Figure
            label="Charges"
            href={pathOf(chargesHref({ currency, type: "charge", days: { from, to } }))}
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
