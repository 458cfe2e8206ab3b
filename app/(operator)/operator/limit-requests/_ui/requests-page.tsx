"use client";

import { EmptyState, Skeleton, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { LimitRequest } from "@/app/_trpc/types";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { DecideDialog, type Decision } from "./decide-dialog";
import { DecidedTable } from "./decided-table";
import { OpenTable } from "./open-table";

const REFRESH_MS = 15_000;

export function RequestsPage() {
  const trpc = useTRPC();
  const list = useQuery(
    trpc.limitRequests.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      <PageHeader
        title="Limit requests"
        description="Partners who need a higher limit for a key. What is approved is in force from the key's next request on."
      />
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <ErrorState
          title="The requests could not be read"
          failure={failureOf(list.error)}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          icon={<IconGauge size={28} stroke={1.5} aria-hidden />}
          withIndicatorBackground
          title="No requests yet"
          description="When a partner asks for a higher limit of a key, it appears here."
        />
      )}
      {list.data && list.data.length > 0 && (
        <Lists requests={list.data} onDecide={(kind, request) => setDecision({ kind, request })} />
      )}
      <DecideDialog decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}

type ListsProps = {
  requests: LimitRequest[];
  onDecide: (kind: Decision["kind"], request: LimitRequest) => void;
};

function Lists({ requests, onDecide }: ListsProps) {
  const open = requests.filter(({ status }) => status === "open");
  const decided = requests
    .filter(({ status }) => status !== "open")
    .sort((a, b) => (b.decidedAt ?? "").localeCompare(a.decidedAt ?? ""));
  return (
    <Stack gap="xl">
      <section aria-labelledby="open-requests">
        <Title order={2} id="open-requests" mb="sm">
          Open
        </Title>
        {open.length > 0 ? (
          <OpenTable requests={open} onDecide={onDecide} />
        ) : (
          <Text size="sm" c="dimmed">
            Nothing waits for a decision.
          </Text>
        )}
      </section>
      {decided.length > 0 && (
        <section aria-labelledby="decided-requests">
          <Title order={2} id="decided-requests" mb="sm">
            Decided
          </Title>
          <DecidedTable requests={decided} />
        </section>
      )}
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>Reading the requests</VisuallyHidden>
      <Skeleton height={34} radius="md" />
      <Skeleton height={72} radius="md" />
      <Skeleton height={72} radius="md" />
    </Stack>
  );
}
