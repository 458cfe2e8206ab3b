"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { ApiKey, Payout } from "@/app/_trpc/types";
import { ErrorState } from "@/app/_ui/error-state";
import { Figure, Figures } from "@/app/_ui/figures";
import { useFormats } from "@/app/_ui/locale";
import { Count, Money } from "@/app/_ui/money";
import { Section } from "@/app/_ui/section";
import { useNow } from "@/app/_ui/use-now";
import { isLive } from "../../api-keys/_ui/arrange";
import { refusedShare, totalOf } from "../../api-keys/_ui/usage";
import { currenciesOf, sumsIn } from "../../metrics/_ui/compare";
import { Delta } from "../../metrics/_ui/delta";
import figure from "./figures.module.css";
import { LATEST, monthBefore, thisMonth } from "./queries";

type Traffic = { succeeded: number; failed: number; rateLimited: number };

/** A number that leads to where it comes from. */
function Lead({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={figure.lead}>
      {children}
    </Link>
  );
}

/** The calls of the last 24 hours. */
export function TrafficFigures({ of, keys }: { of: Traffic; keys: readonly ApiKey[] }) {
  const { number, share } = useFormats();
  const live = keys.filter(isLive).length;
  return (
    <Figures label="The last 24 hours">
      <Figure label="Requests, last 24 h" note={<Note>{number(of.succeeded)} answered</Note>}>
        <Lead href="/logs?range=24h">
          <Count value={totalOf(of)} />
        </Lead>
      </Figure>
      <Figure
        label="Over a limit (429)"
        note={<Note>{share(refusedShare(of))} of all requests</Note>}
      >
        <Lead href="/logs?status=429&range=24h">
          <Count value={of.rateLimited} />
        </Lead>
      </Figure>
      <Figure label="Other 4xx and 5xx" note={<Note>{share(shareOf(of))} of all requests</Note>}>
        <Lead href="/logs?status=4xx&range=24h">
          <Count value={of.failed} />
        </Lead>
      </Figure>
      <Figure label="Live keys" note={<Note>{number(keys.length)} in all</Note>}>
        <Lead href="/api-keys">
          <Count value={live} />
        </Lead>
      </Figure>
    </Figures>
  );
}

function shareOf(of: Traffic): number {
  return totalOf(of) === 0 ? 0 : of.failed / totalOf(of);
}

function Note({ children }: { children: ReactNode }) {
  return <span suppressHydrationWarning>{children}</span>;
}

/** Customers and revenue of the last 30 days against the 30 before, and the latest payouts. */
export function BusinessFigures({ customers }: { customers: number }) {
  const trpc = useTRPC();
  const nowMs = useNow();
  const now = useQuery(trpc.metrics.get.queryOptions(thisMonth(nowMs)));
  const before = useQuery(trpc.metrics.get.queryOptions(monthBefore(nowMs)));
  const payouts = useQuery(trpc.payouts.list.queryOptions(LATEST));
  if (now.isError && !now.data) {
    return (
      <ErrorState
        title="The business of the last 30 days could not be read"
        failure={failureOf(now.error)}
        onRetry={() => void now.refetch()}
      />
    );
  }
  if (!now.data) return null;
  const added = now.data.totals.newCustomers;
  return (
    <Section title="The last 30 days, against the 30 before">
      <Figures label="The last 30 days">
        <Figure
          label="New customers"
          note={<Delta now={added} before={before.data?.totals.newCustomers ?? null} />}
        >
          <Lead href="/metrics">
            <Count value={added} />
          </Lead>
        </Figure>
        <Figure label="All customers" note="Today">
          <Lead href="/customers">
            <Count value={customers} />
          </Lead>
        </Figure>
        {currenciesOf(now.data, before.data).map((currency) => (
          <Figure
            key={currency}
            label={`Gross, ${currency}`}
            note={
              <Delta
                now={sumsIn(now.data, currency).gross}
                before={before.data ? sumsIn(before.data, currency).gross : null}
              />
            }
          >
            <Lead href={`/metrics?currency=${currency}`}>
              <Money amount={sumsIn(now.data, currency).gross} currency={currency} />
            </Lead>
          </Figure>
        ))}
        <LatestPayout of={payouts.data?.data[0]} />
      </Figures>
    </Section>
  );
}

const STATUSES: Record<Payout["status"], string> = {
  pending: "waits to be paid",
  paid: "paid",
  failed: "failed",
};

function LatestPayout({ of: payout }: { of: Payout | undefined }) {
  const { month } = useFormats();
  if (!payout) {
    return (
      <Figure label="Latest payout" note="Comes after the first month">
        <Lead href="/payouts">None yet</Lead>
      </Figure>
    );
  }
  return (
    <Figure
      label="Latest payout"
      note={
        <Note>
          {month(payout.period)}, {STATUSES[payout.status]}
        </Note>
      }
    >
      <Lead href={`/payouts?payout=${payout.id}`}>
        <Money amount={payout.amount} currency={payout.currency} />
      </Lead>
    </Figure>
  );
}
