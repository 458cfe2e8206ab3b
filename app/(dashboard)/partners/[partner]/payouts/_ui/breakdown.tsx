"use client";

import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Payout } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useFormats } from "@/app/_ui/format/locale";
import { Money, Percentage } from "@/app/_ui/format/money";
import { type Arithmetic, arithmeticOf } from "./arithmetic";
import classes from "./breakdown.module.css";

const MAX_LINES = 100;

/** The calculation of a payout, line by line. */
export function Breakdown({ of: payout }: { of: Payout }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data } = useQuery(
    trpc.payouts.list.queryOptions({ partner, period: payout.period, limit: MAX_LINES }),
  );
  if (!data) return <Skeleton height={140} radius="md" />;
  const lines = data.data.filter(({ currency }) => currency === payout.currency);
  return <Sum payout={payout} found={arithmeticOf(payout, lines)} />;
}

function Sum({ payout, found }: { payout: Payout; found: Arithmetic }) {
  const { exactMoney } = useFormats();
  const { currency, revsharePct, correctsId } = payout;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <table className={classes.sum} aria-label="Payout calculation">
      <tbody>
        <Line
          name={correctsId ? "Charges less refunds at time of adjustment" : "Charges less refunds"}
        >
          {money(found.gross)}
        </Line>
        <Line name="Revenue share">
          × <Percentage value={revsharePct} />
        </Line>
        <Line name="Subtotal">
          <span suppressHydrationWarning>= {exactMoney(found.exact, currency)}</span>
        </Line>
        {found.isRounded && <Line name="Rounded">≈ {money(found.rounded)}</Line>}
        {found.before.map((line) => (
          <Line key={line.id} name={line.correctsId ? "Previous adjustment" : "Original payout"}>
            − {money(line.amount)}
          </Line>
        ))}
        <Line name={correctsId ? "Adjustment" : "Amount"} isTotal>
          {money(payout.amount)}
        </Line>
      </tbody>
    </table>
  );
}

function Line(props: { name: string; isTotal?: boolean; children: ReactNode }) {
  return (
    <tr data-total={props.isTotal || undefined}>
      <th scope="row">{props.name}</th>
      <td>{props.children}</td>
    </tr>
  );
}

/** The revenue per product in the month, from the charges as they are now. */
export function Products({ of: { period, currency } }: { of: Payout }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data } = useQuery(trpc.metrics.byProduct.queryOptions({ partner, ...daysOf(period) }));
  if (!data) return <Skeleton height={90} radius="md" />;
  const rows = data.filter((row) => row.currency === currency);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No charges in {currency}.
      </Text>
    );
  }
  return (
    <table className={classes.sum} aria-label="Charges by product">
      <tbody>
        {rows.map(({ product, net }) => (
          <Line key={product.code} name={product.name}>
            <Money amount={net} currency={currency} />
          </Line>
        ))}
        <Line name="Total" isTotal>
          <Money amount={rows.reduce((sum, { net }) => sum + net, 0)} currency={currency} />
        </Line>
      </tbody>
    </table>
  );
}

/** The UTC days of a month: the first, and the one after the last. */
function daysOf(period: string): { from: string; to: string } {
  const [year = 0, month = 0] = period.split("-").map(Number);
  return {
    from: `${period}-01`,
    to: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
  };
}
