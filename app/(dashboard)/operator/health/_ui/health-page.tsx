"use client";

import { Alert, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Health } from "@/app/_trpc/types";
import { ErrorState } from "@/app/_ui/feedback/failure-alert";
import { LoadingRows } from "@/app/_ui/feedback/loading";
import { Status } from "@/app/_ui/feedback/status";
import { IconAlertTriangle } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import {
  cacheFacts,
  limiterFacts,
  poolFacts,
  processFacts,
  recorderFacts,
  webhookFacts,
} from "./facts-of";
import classes from "./health.module.css";
import { Platform } from "./platform";
import { Tiles } from "./tiles";

const REFRESH_MS = 3_000;

const STANDINGS = {
  ready: { tone: "good", label: "All systems operational" },
  degraded: { tone: "warn", label: "Degraded" },
  unready: { tone: "bad", label: "Unavailable" },
} as const;

/** The health of the process that responds, at most a few seconds old. */
export function HealthPage() {
  const trpc = useTRPC();
  const found = useQuery(trpc.health.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  return (
    <>
      <PageHeader
        title="Health"
        description="API requests of all partners, over all server processes. Details of this process are below."
        actions={found.data && <Status {...STANDINGS[found.data.status]} />}
      />
      <Problems of={found.data?.problems ?? {}} />
      <Platform />
      {found.isPending && <LoadingRows what="the metrics" />}
      {found.isError && (
        <ErrorState
          title="Couldn't load metrics"
          failure={failureOf(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data && <Report of={found.data} />}
    </>
  );
}

function Report({ of: health }: { of: Health }) {
  const { figures, process } = health;
  const parts = [
    ["Process", processFacts(process)],
    ["Database connections", poolFacts(figures.pool, process)],
    ["Rate limiter", limiterFacts(figures, process)],
    ["Key cache", cacheFacts(figures.keyCache)],
    ["Usage recorder", recorderFacts(figures.recorder)],
    ["Webhooks and events", webhookFacts(health)],
  ] as const;
  return (
    <>
      <Section title="This process">
        <p className={classes.about}>
          The process that served this page, refreshed every 3 seconds. Counters reset on restart.
          Prometheus reads the same figures at /api/metrics.
        </p>
        <Tiles of={health} />
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.parts}>
        {parts.map(([title, facts]) => (
          <div key={title}>
            <Section title={title}>
              <Card>
                <Facts of={facts} />
              </Card>
            </Section>
          </div>
        ))}
      </SimpleGrid>
    </>
  );
}

function Problems({ of: problems }: { of: Health["problems"] }) {
  return (
    <>
      {Object.entries(problems).map(([store, problem]) => (
        <Alert
          key={store}
          color="brass"
          radius="lg"
          mb="lg"
          title={`Problem with the ${store}`}
          icon={<IconAlertTriangle aria-hidden />}
        >
          {problem}
        </Alert>
      ))}
    </>
  );
}
