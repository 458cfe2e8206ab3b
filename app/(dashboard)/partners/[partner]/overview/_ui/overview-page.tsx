"use client";

import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTRPC } from "@/app/_trpc/client";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { UsageCard } from "@/app/_ui/chart/usage-card";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { useNow } from "@/app/_ui/format/use-now";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { barsOf } from "../../api-keys/[id]/_ui/range";
import { attentionOf } from "./attention";
import { AttentionList } from "./attention-list";
import { BusinessFigures, TrafficFigures } from "./figures";
import { FirstSteps, isSetUp } from "./first-steps";
import classes from "./overview.module.css";
import { FAILED } from "./queries";

// Only operators load it.
const OperatorPanel = dynamic(async () => (await import("./operator-panel")).OperatorPanel);

const REFRESH_MS = 30_000;

export function OverviewPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const live = { refetchInterval: REFRESH_MS };
  const keys = useQuery(trpc.keys.list.queryOptions({ partner }, live));
  const summary = useQuery(trpc.usage.summary.queryOptions({ partner }, live));
  const counts = useQuery(trpc.customers.counts.queryOptions({ partner }));
  const failed = useQuery(trpc.payouts.list.queryOptions({ partner, ...FAILED }));
  const nowMs = useNow();
  const isOperator = useAccess("partner.updated") !== "hidden";
  if (!keys.data || !summary.data || !counts.data || !failed.data) {
    const broken = [keys, summary, counts, failed].find(({ isError, data }) => isError && !data);
    const loading = <Skeleton height={320} radius="lg" />;
    return (
      <>
        <PageHeader title="Overview" />
        <QueryStatus of={broken ?? keys} what="the overview" loading={loading} />
      </>
    );
  }
  const progress = {
    hasKey: keys.data.length > 0,
    hasCalled: keys.data.some(({ lastUsedAt }) => lastUsedAt !== null),
    hasCustomer: counts.data.total > 0,
  };
  const items = attentionOf({
    keys: keys.data,
    usage: summary.data.keys,
    failed: failed.data.data,
    nowMs,
  });
  return (
    <>
      <PageHeader title="Overview" description="API traffic and revenue at a glance." />
      <div className={classes.parts}>
        {isOperator && <OperatorPanel />}
        {isSetUp(progress) ? <AttentionList items={items} /> : <FirstSteps progress={progress} />}
        {progress.hasKey && (
          <div>
            <TrafficFigures of={summary.data.partner} from={summary.data.from} keys={keys.data} />
            <Traffic />
          </div>
        )}
        {progress.hasCustomer && <BusinessFigures customers={counts.data.total} />}
      </div>
    </>
  );
}

/** The requests of all keys per hour. */
function Traffic() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { locale } = useFormats();
  const nowMs = useNow();
  const series = useQuery(
    trpc.usage.series.queryOptions({ partner }, { refetchInterval: REFRESH_MS }),
  );
  if (!series.data) return <Skeleton height={300} radius="lg" />;
  return (
    <UsageCard
      title="Requests per hour"
      points={barsOf(series.data.points, { range: "24h", locale, nowMs })}
      perMinuteLimit={null}
      isByMinute={false}
      actions={
        <PartnerTextLink path="/api-keys" size="sm">
          View by key
        </PartnerTextLink>
      }
    />
  );
}
