"use client";

import { Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTRPC } from "@/app/_trpc/client";
import type { Alert, UsageOverview } from "@/app/_trpc/types";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { ChartCard } from "@/app/_ui/chart/chart-card";
import { UsageCard } from "@/app/_ui/chart/usage-card";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { HOUR_MS } from "@/app/_ui/format/time";
import { useNow, useZone } from "@/app/_ui/format/use-now";
import classes from "@/app/_ui/layout/overview.module.css";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartBoundary } from "@/app/_ui/load/part-boundary";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { totalOf } from "../../api-keys/_ui/usage";
import { barsOf } from "../../api-keys/[id]/_ui/range";
import { attentionOf } from "./attention";
import { AttentionList } from "./attention-list";
import { requestsByKey } from "./by-key";
import { BusinessFigures, TrafficFigures } from "./figures";
import { FirstSteps, isSetUp } from "./first-steps";
import { EXPIRING, OPEN, REPLACED } from "./queries";

// Only operators load it.
const LoadedPanel = dynamic(async () => (await import("./operator-panel")).OperatorPanel);

const REFRESH_MS = 30_000;

function OperatorPanel() {
  return (
    <PartBoundary>
      <LoadedPanel />
    </PartBoundary>
  );
}

export function OverviewPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const live = { refetchInterval: REFRESH_MS };
  const keys = useQuery(trpc.keys.counts.queryOptions({ partner }, live));
  const usage = useQuery(trpc.usage.overview.queryOptions({ partner }, live));
  const ending = useQuery(trpc.keys.page.queryOptions({ partner, ...EXPIRING }, live));
  const replaced = useQuery(trpc.keys.page.queryOptions({ partner, ...REPLACED }, live));
  const customers = useQuery(trpc.customers.counts.queryOptions({ partner }));
  const failed = useQuery(trpc.transfers.failed.queryOptions({ partner }));
  const details = useQuery(trpc.payoutDetails.get.queryOptions({ partner }));
  const broken = useQuery(trpc.webhooks.broken.queryOptions({ partner }, live));
  const alerts = useQuery(trpc.alerts.list.queryOptions({ partner }, live));
  const isOperator = useAccess("partner.updated") !== "hidden";
  const { partner: record, terminatedAt } = usePartner();
  const isSuspended = record.status === "suspended";
  const requests = useInfiniteQuery(
    trpc.limitRequests.list.infiniteQueryOptions(
      { partner, ...OPEN },
      { ...NEXT_PAGE, enabled: isOperator },
    ),
  );
  const parts = [keys, usage, ending, replaced, customers, failed, details, broken, alerts];
  if (
    !broken.data ||
    !alerts.data ||
    !keys.data ||
    !usage.data ||
    !ending.data ||
    !replaced.data ||
    !customers.data ||
    !failed.data ||
    !details.data
  ) {
    const unread = parts.find(({ isError, data }) => isError && !data);
    const loading = <Skeleton height={320} radius="lg" />;
    return (
      <>
        <PageHeader title="Overview" />
        <QueryStatus of={unread ?? keys} what="the overview" loading={loading} />
      </>
    );
  }
  const progress = {
    hasKey: keys.data.all > 0,
    hasCalled: usage.data.isUsed,
    hasCustomer: customers.data.total > 0,
  };
  const items = attentionOf({
    transfer: failed.data.transfers,
    payout: failed.data.payouts,
    needsDetails: details.data.isNeeded,
    webhook: broken.data,
    alert: triggeredOf(alerts.data),
    limited: { data: usage.data.limited, hasMore: usage.data.hasMoreLimited },
    ending: firstOf(ending.data),
    replaced: firstOf(replaced.data),
  });
  // A terminated partner never takes the first steps.
  const isNew = !isSetUp(progress) && terminatedAt === null;
  return (
    <>
      <PageHeader title="Overview" description="API traffic and revenue at a glance." />
      <div className={classes.parts}>
        {isOperator && <OperatorPanel />}
        {(!isNew || items.length > 0) && (
          <AttentionList
            items={items}
            // A suspension has its own notice, and operators decide the requests above.
            hasOthers={isSuspended || (isOperator && !isDecided(requests.data))}
            isOutdated={[...parts, requests].some(({ isError }) => isError)}
          />
        )}
        {isNew && <FirstSteps progress={progress} />}
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

/** False while it is unknown. */
function isDecided(requests: Parameters<typeof rowsOf>[0]): boolean {
  return requests !== undefined && rowsOf(requests).length === 0;
}

const MAX_ALERTS_SHOWN = 10;

function triggeredOf(alerts: readonly Alert[]) {
  const data = alerts.filter(({ firedAt }) => firedAt !== null);
  return { data: data.slice(0, MAX_ALERTS_SHOWN), hasMore: data.length > MAX_ALERTS_SHOWN };
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
  const zone = useZone();
  const series = useQuery(
    trpc.usage.series.queryOptions({ partner }, { refetchInterval: REFRESH_MS }),
  );
  if (!series.data) return <Skeleton height={300} radius="lg" />;
  return (
    <UsageCard
      title="Requests per hour"
      points={barsOf(series.data.points, { range: "24h", formats, zone, nowMs })}
      perMinuteLimit={null}
      isByMinute={false}
    />
  );
}

/** The same requests by key. */
function TrafficByKey({ of: { from, partner, busiest } }: { of: UsageOverview }) {
  const { timeOfDay } = useFormats();
  const nowMs = useNow();
  const zone = useZone();
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
        return { id: at, label: timeOfDay(at, zone), values, isUnfinished };
      })}
    />
  );
}
