import { Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Payout, PayoutLine } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { Money, Percentage } from "@/app/_ui/format/money";
import { LoadMore } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import classes from "./breakdown.module.css";
import { exactShare } from "./exact-share";

/** Shows the lines that a payout is the sum of, one for each product. */
export function Breakdown({ of: { id: payoutId, currency, amount, correctsId } }: { of: Payout }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.payouts.lines.infiniteQueryOptions({ partner, payoutId, limit: 100 }, NEXT_PAGE),
  );
  if (!list.data) return <QueryStatus of={list} what="the calculation" rows={3} />;
  const lines = rowsOf<PayoutLine>(list.data);
  return (
    <>
      {correctsId !== null && (
        <Text size="sm" c="dimmed" mb="xs">
          What has changed since the month was last calculated.
        </Text>
      )}
      <table className={classes.sum} aria-label="Payout calculation">
        <tbody>
          {lines.map((line) => (
            <tr key={line.product?.code ?? ""}>
              <th scope="row">
                <span className={classes.product}>{line.product?.name ?? "All products"}</span>
                <Calculation of={line} currency={currency} isExact={correctsId === null} />
              </th>
              <td>
                <Money amount={line.share} currency={currency} />
              </td>
            </tr>
          ))}
          <tr data-total>
            <th scope="row">{correctsId ? "Adjustment" : "Amount"}</th>
            <td>
              <Money amount={amount} currency={currency} />
            </td>
          </tr>
        </tbody>
      </table>
      {list.hasNextPage && <LoadMore of={list} shown={lines.length} />}
    </>
  );
}

type CalculationProps = { of: PayoutLine; currency: string; isExact: boolean };

/** `(€120.00 − €20.00 refunded) × 22.5% = €22.505`, the last only if it was rounded. */
function Calculation({ of: line, currency, isExact }: CalculationProps) {
  const { exactMoney } = useFormats();
  const { charges, refunded, net, percent, rounding } = line;
  return (
    <span className={classes.note}>
      {charges !== null && refunded ? (
        <>
          (<Money amount={charges} currency={currency} /> −{" "}
          <Money amount={refunded} currency={currency} /> refunded)
        </>
      ) : (
        <Money amount={net} currency={currency} />
      )}{" "}
      × <Percentage value={percent} />
      {isExact && rounding !== 0 && (
        <span suppressHydrationWarning>
          {" "}
          = {exactMoney(exactShare(net, percent, currency), currency)}
        </span>
      )}
    </span>
  );
}
