"use client";

import { Box, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Home } from "@/app/_trpc/types";
import { ChartCard } from "@/app/_ui/chart/chart-card";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useFormats } from "@/app/_ui/format/locale";
import { Count, Money } from "@/app/_ui/format/money";
import { DAY_MS, HOUR_MS } from "@/app/_ui/format/time";
import { useNow, useZone } from "@/app/_ui/format/use-now";
import classes from "@/app/_ui/layout/overview.module.css";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PageLink } from "@/app/_ui/layout/page-link";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { BrokenEndpoints } from "./broken-endpoints";
import { Decisions, FailingKeys } from "./decisions";
import { isComplete, PlatformSteps } from "./platform-steps";
import { Revenue } from "./revenue";

const REFRESH_MS = 30_000;

/** The operators' overview, their start page. */
export function HomePage() {
  const home = useQuery(
    useTRPC().home.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const header = (
    <PageHeader title="Overview" description="Traffic and revenue of all partners at a glance." />
  );
  if (!home.data) {
    const loading = <Skeleton height={320} radius="lg" />;
    return (
      <>
        {header}
        <QueryStatus of={home} what="the overview" loading={loading} />
      </>
    );
  }
  const { steps, decisions, failingKeys, traffic, revenue } = home.data;
  return (
    <>
      {header}
      <div className={classes.parts}>
        {!isComplete(steps) && <PlatformSteps steps={steps} />}
        {steps.hasPartner && (
          <>
            <Decisions of={decisions} />
            <FailingKeys of={failingKeys} />
            <BrokenEndpoints />
            <Traffic of={traffic} />
            <MoneyOfAll of={revenue} />
          </>
        )}
      </div>
    </>
  );
}

function Traffic({ of }: { of: Home["traffic"] }) {
  const { timeOfDay } = useFormats();
  const nowMs = useNow();
  const zone = useZone();
  const sum = (name: "succeeded" | "failed" | "rateLimited") =>
    of.reduce((total, hour) => total + hour[name], 0);
  const [succeeded, failed, rateLimited] = [sum("succeeded"), sum("failed"), sum("rateLimited")];
  return (
    <Section title="Last 24 hours">
      <Figures label="Traffic">
        <Figure label="Requests">
          <Count value={succeeded + failed + rateLimited} />
        </Figure>
        <Figure label="Errors">
          <Count value={failed} />
        </Figure>
        <Figure label="Rate limited">
          <Count value={rateLimited} />
        </Figure>
      </Figures>
      <Box mt="lg">
        <ChartCard
          title="Requests per hour"
          pointName="Time"
          kind="stack"
          series={[
            { name: "Successful", look: "main" },
            { name: "Errors", look: "warn" },
            { name: "Rate limited", look: "bad" },
          ]}
          points={of.map(({ at, ...hour }) => ({
            id: at,
            label: timeOfDay(at, zone),
            values: [hour.succeeded, hour.failed, hour.rateLimited],
            isUnfinished: Date.parse(at) + HOUR_MS > nowMs,
          }))}
        />
      </Box>
    </Section>
  );
}

function MoneyOfAll({ of: { from, currencies, partners } }: { of: Home["revenue"] }) {
  const { shortDay } = useFormats();
  const [main] = currencies;
  if (!main) return null;
  const dayAt = (index: number) =>
    new Date(Date.parse(`${from}T00:00:00Z`) + index * DAY_MS).toISOString().slice(0, 10);
  return (
    <Section title="Last 30 days">
      <Figures label="Revenue">
        {currencies.map(({ currency, amount }) => (
          <Figure key={currency} label={`Net revenue (${currency})`}>
            <Money amount={amount} currency={currency} />
          </Figure>
        ))}
      </Figures>
      <div className={classes.charts}>
        <ChartCard
          title={`Net revenue per day (${main.currency})`}
          pointName="Day"
          kind="line"
          series={[{ name: main.currency, look: "main" }]}
          points={main.days.map((amount, index) => {
            const day = dayAt(index);
            const isUnfinished = index === main.days.length - 1;
            return { id: day, label: shortDay(day), values: [amount], isUnfinished };
          })}
          currency={main.currency}
        />
        <div>
          <Title order={2} size="h3" mb="xs">
            Top partners
          </Title>
          <DataTable
            label="Top partners"
            isSmall
            columns={TOP}
            rows={partners}
            keyOf={({ code }) => code}
          />
        </div>
      </div>
    </Section>
  );
}

type Top = Home["revenue"]["partners"][number];

const TOP: readonly Column<Top>[] = [
  {
    label: "Partner",
    cell: ({ code, name }) => (
      <RowHead note={<code className={table.code}>{code}</code>}>
        <PageLink href={partnerPath(code, "/overview")} className={table.rowLink}>
          {name}
        </PageLink>
      </RowHead>
    ),
  },
  { label: "Net revenue", kind: "amount", cell: ({ revenue }) => <Revenue of={revenue} /> },
];
