"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTRPC } from "@/app/_trpc/client";
import type { UsageOverview } from "@/app/_trpc/types";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { ChartCard } from "@/app/_ui/chart/chart-card";
import { UsageCard } from "@/app/_ui/chart/usage-card";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { HOUR_MS } from "@/app/_ui/format/time";
import { useNow } from "@/app/_ui/format/use-now";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { totalOf } from "../../api-keys/_ui/usage";
import { barsOf } from "../../api-keys/[id]/_ui/range";
import { attentionOf } from "./attention";
import { AttentionList } from "./attention-list";
import { requestsByKey } from "./by-key";
import { BusinessFigures, TrafficFigures } from "./figures";
import { FirstSteps, isSetUp } from "./first-steps";
import classes from "./overview.module.css";
import { ENDING, FAILED, REPLACED } from "./queries";

// Only operators load it.
const OperatorPanel = dynamic(async () => (await import("./operator-panel")).OperatorPanel);

const REFRESH_MS = 30_000;

export function OverviewPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const live = { refetchInterval: REFRESH_MS };
  const keys = useQuery(trpc.keys.counts.queryOptions({ partner }, live));
  const usage = useQuery(trpc.usage.overview.queryOptions({ partner }, live));
  const ending = useQuery(trpc.keys.page.queryOptions({ partner, ...ENDING }, live));
  const replaced = useQuery(trpc.keys.page.queryOptions({ partner, ...REPLACED }, live));
  const customers = useQuery(trpc.customers.counts.queryOptions({ partner }));
  const failed = useQuery(trpc.payouts.list.queryOptions({ partner, ...FAILED }));
  const isOperator = useAccess("partner.updated") !== "hidden";
  if (
    !keys.data ||
    !usage.data ||
    !ending.data ||
    !replaced.data ||
    !customers.data ||
    !failed.data
  ) {
    const all = [keys, usage, ending, replaced, customers, failed];
    const broken = all.find(({ isError, data }) => isError && !data);
    const loading = <Skeleton height={320} radius="lg" />;
    return (
      <>
        <PageHeader title="Overview" />
        <QueryStatus of={broken ?? keys} what="the overview" loading={loading} />
      </>
    );
  }
  const progress = {
    hasKey: keys.data.all > 0,
    hasCalled: usage.data.isUsed,
    hasCustomer: customers.data.total > 0,
  };
  const items = attentionOf({
    payout: firstOf(failed.data),
    limited: { data: usage.data.limited, hasMore: usage.data.hasMoreLimited },
    ending: firstOf(ending.data),
    replaced: firstOf(replaced.data),
  });
  return (
    <>
      <PageHeader title="Overview" description="API traffic and revenue at a glance." />
      <div className={classes.parts}>
        {isOperator && <OperatorPanel />}
        {isSetUp(progress) ? <AttentionList items={items} /> : <FirstSteps progress={progress} />}
        {progress.hasCalled && (
          <div>
            <TrafficFigures of={usage.data.partner} from={usage.data.from} keys={keys.data} />
            {totalOf(usage.data.partner) > 0 && (
              <div className={classes.charts}>
                <Traffic />
                <TrafficByKey of={usage.data} />
              </div>
            )}
          </div>
        )}
        {progress.hasCustomer && <BusinessFigures customers={customers.data.total} />}
      </div>
    </>
  );
}

function firstOf<Item>({ data, nextCursor }: { data: readonly Item[]; nextCursor: string | null }) {
  return { data, hasMore: nextCursor !== null };
}

/** The requests of all keys per hour. */
function Traffic() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const formats = useFormats();
  const nowMs = useNow();
  const series = useQuery(
    trpc.usage.series.queryOptions({ partner }, { refetchInterval: REFRESH_MS }),
  );
  if (!series.data) return <Skeleton height={300} radius="lg" />;
  return (
    <UsageCard
      title="Requests per hour"
      points={barsOf(series.data.points, { range: "24h", formats, nowMs })}
      perMinuteLimit={null}
      isByMinute={false}
    />
  );
}

/** The same requests by key. */
function TrafficByKey({ of: { from, partner, busiest } }: { of: UsageOverview }) {
  const { number, timeOfDay } = useFormats();
  const nowMs = useNow();
  const { series, hours } = requestsByKey(partner, busiest);
  return (
    <ChartCard
      title="Requests by key"
      pointName="Time"
      kind="stack"
      series={series}
      points={hours.map((values, hour) => {
        const atMs = Date.parse(from) + hour * HOUR_MS;
        const at = new Date(atMs).toISOString();
        const isUnfinished = atMs + HOUR_MS > nowMs;
        return { id: at, label: timeOfDay(at), values, isUnfinished };
      })}
      format={number}
      formatShort={number}
    />
  );
}
