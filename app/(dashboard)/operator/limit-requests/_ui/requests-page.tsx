"use client";

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { LimitRequest } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { IconGauge } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Section } from "@/app/_ui/layout/section";
import { DecideDialog, type Decision } from "./decide-dialog";
import { DecidedTable } from "./decided-table";
import { OpenTable } from "./open-table";

const REFRESH_MS = 15_000;

export function RequestsPage() {
  const trpc = useTRPC();
  const list = useQuery(
    trpc.limitRequests.listAll.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      <PageHeader
        title="Limit requests"
        description="Review rate limit increase requests. Approved limits take effect immediately."
      />
      {!list.data && <QueryStatus of={list} what="the requests" />}
      {list.data?.length === 0 && (
        <Empty
          icon={<IconGauge size={28} stroke={1.5} aria-hidden />}
          title="No requests yet"
          description="Rate limit requests from partners appear here."
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
    <>
      <Section title="Pending">
        {open.length > 0 ? (
          <OpenTable requests={open} onDecide={onDecide} />
        ) : (
          <Text size="sm" c="dimmed">
            No pending requests
          </Text>
        )}
      </Section>
      {decided.length > 0 && (
        <Section title="Reviewed">
          <DecidedTable requests={decided} />
        </Section>
      )}
    </>
  );
}
