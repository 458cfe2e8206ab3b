import { Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Payout } from "@/app/_trpc/types";
import { usePartnerCode, usePartnerPath } from "@/app/_trpc/use-partner";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { Count, Money } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { Section } from "@/app/_ui/layout/section";
import { RequestFigures } from "../../api-keys/_ui/request-figures";
import { logHref } from "../../logs/_ui/filter";
import { currenciesOf, sumsIn } from "../../metrics/_ui/compare";
import { Delta } from "../../metrics/_ui/delta";
import { LATEST, monthBefore, thisMonth } from "./queries";

type TrafficProps = {
  of: ComponentProps<typeof RequestFigures>["of"];
  /** The start of the period that is counted. */
  from: string;
  keys: { active: number; all: number };
};

/** The requests of the last 24 hours, and the keys. */
export function TrafficFigures({ of, from, keys }: TrafficProps) {
  const { number } = useFormats();
  const pathOf = usePartnerPath();
  const log = (status?: string) => pathOf(logHref({ from, ...(status && { status }) }));
  return (
    <Figures label="The last 24 hours">
      <RequestFigures of={of} hrefOf={log} />
      <Figure label="Active keys" href={pathOf("/api-keys")} note={`of ${number(keys.all)} total`}>
        <Count value={keys.active} />
      </Figure>
    </Figures>
  );
}

/**
 * Customers and revenue of the last 30 days compared with the previous 30, and the latest payouts.
 */
export function BusinessFigures({ customers }: { customers: number }) {
  const pathOf = usePartnerPath();
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const nowMs = useNow();
  const now = useQuery(trpc.metrics.get.queryOptions({ partner, ...thisMonth(nowMs) }));
  const before = useQuery(trpc.metrics.get.queryOptions({ partner, ...monthBefore(nowMs) }));
  const payouts = useQuery(trpc.payouts.list.queryOptions({ partner, ...LATEST }));
  if (!now.data) return <QueryStatus of={now} what="revenue" loading={null} />;
  const added = now.data.totals.newCustomers;
  return (
    <Section title="Last 30 days · compared with previous 30 days">
      <Figures label="Last 30 days">
        <Figure
          label="New customers"
          href={pathOf("/metrics")}
          note={<Delta now={added} before={before.data?.totals.newCustomers ?? null} />}
        >
          <Count value={added} />
        </Figure>
        <Figure label="Total customers" href={pathOf("/customers")} note="Today">
          <Count value={customers} />
        </Figure>
        {currenciesOf(now.data, before.data).map((currency) => (
          <Figure
            key={currency}
            label={`Gross revenue (${currency})`}
            href={pathOf(`/metrics?currency=${currency}`)}
            note={
              <Delta
                now={sumsIn(now.data, currency).gross}
                before={before.data ? sumsIn(before.data, currency).gross : null}
              />
            }
          >
            <Money amount={sumsIn(now.data, currency).gross} currency={currency} />
          </Figure>
        ))}
        {payouts.data ? (
          <LatestPayouts of={payouts.data.data} />
        ) : (
          <UnreadPayouts onRetry={payouts.isError ? () => void payouts.refetch() : null} />
        )}
      </Figures>
    </Section>
  );
}

/** The figure without its read: `onRetry` is null while it is loading. */
function UnreadPayouts({ onRetry }: { onRetry: (() => void) | null }) {
  const note = onRetry ? (
    <span role="alert">
      Couldn&apos;t load the payouts.{" "}
      <Anchor component="button" type="button" size="xs" onClick={onRetry}>
        Try again
      </Anchor>
    </span>
  ) : (
    "Loading…"
  );
  return (
    <Figure label="Latest payout" note={note}>
      {onRetry ? "—" : <Skeleton width={88} height={22} my={4} />}
    </Figure>
  );
}

/** The payouts of the latest month. Of those given, the first is of that month. */
function LatestPayouts({ of: payouts }: { of: readonly Payout[] }) {
  const { month } = useFormats();
  const pathOf = usePartnerPath();
  const latest = payouts.filter(({ period }) => period === payouts[0]?.period);
  if (latest.length === 0) {
    return (
      <Figure
        label="Latest payout"
        href={pathOf("/payouts")}
        note="The first payout appears after month-end"
      >
        —
      </Figure>
    );
  }
  return latest
    .sort((one, other) => one.currency.localeCompare(other.currency, "en"))
    .map(({ id, period, status, amount, currency }) => (
      <Figure
        key={id}
        label={latest.length > 1 ? `Latest payout (${currency})` : "Latest payout"}
        href={pathOf(`/payouts?payout=${id}`)}
        note={`${month(period)}, ${status}`}
      >
        <Money amount={amount} currency={currency} />
      </Figure>
    ));
}
