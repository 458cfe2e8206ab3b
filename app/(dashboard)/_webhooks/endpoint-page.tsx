"use client";

import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { EndpointActivity, WebhookEndpoint } from "@/app/_trpc/types";
import { Figure, Figures } from "@/app/_ui/chart/figures";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { BackLink, PageHeader } from "@/app/_ui/layout/page-header";
import { Columns } from "@/app/_ui/layout/section";
import { onDemand } from "@/app/_ui/load/on-demand";
import { RowMenu } from "@/app/_ui/table/row-menu";
import { Deliveries } from "./deliveries";
import { deliveryTitle, responseOf } from "./delivery-status";
import { endpointActions } from "./endpoint-actions";
import { EndpointAlert } from "./endpoint-alert";
import { EndpointDetails } from "./endpoint-details";
import type { EndpointTask } from "./endpoint-dialogs";
import type { EventGroup } from "./event-types";
import { useOwner } from "./use-owner";

// Rarely used and heavy, so it is loaded on demand.
const EndpointDialogs = onDemand({
  load: async () => (await import("./endpoint-dialogs")).EndpointDialogs,
  isOpen: ({ task }) => task !== null,
});

const POLL = { refetchInterval: 10_000 };

type Props = {
  endpointId: string;
  groups: readonly EventGroup[];
  /** When the page was requested; relative ranges count back from then. */
  openedMs: number;
};

/** An endpoint with its deliveries, of a partner or of the platform. */
export function EndpointPage({ endpointId, groups, openedMs }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const owner = useOwner();
  const { partner, manage, hrefOf } = owner;
  const found = useQuery(trpc.webhooks.get.queryOptions({ partner, endpointId }, POLL));
  const activity = useQuery(trpc.webhooks.activity.queryOptions({ partner }, POLL));
  const [task, setTask] = useState<EndpointTask | null>(null);
  if (!found.data) return <QueryStatus of={found} what="the webhook endpoint" rows={8} />;
  const endpoint = found.data;
  const actions = endpointActions(endpoint, owner, setTask);
  const isEnabled = endpoint.status === "enabled";
  return (
    <>
      <BackLink href={hrefOf()} label="Webhooks" />
      <PageHeader
        title={endpoint.url.replace(/^https:\/\//, "")}
        description={endpoint.description}
        actions={
          <Group gap="xs">
            {isEnabled && (
              <WriteButton
                access={manage}
                variant="default"
                onClick={() => setTask({ kind: "test", endpoint })}
              >
                Send test event
              </WriteButton>
            )}
            <RowMenu of={endpoint.url} actions={actions} />
          </Group>
        }
      />
      <EndpointAlert of={endpoint} onEnable={() => setTask({ kind: "enable", endpoint })} />
      <EndpointFigures
        of={endpoint}
        activity={activity.data?.find((one) => one.endpointId === endpointId)}
      />
      <Columns isSecondFirst>
        <Deliveries endpoint={endpoint} groups={groups} openedMs={openedMs} onTask={setTask} />
        <EndpointDetails of={endpoint} onTask={setTask} />
      </Columns>
      <EndpointDialogs
        task={task}
        groups={groups}
        onClose={() => setTask(null)}
        onDeleted={() => router.push(hrefOf())}
      />
    </>
  );
}

type FiguresProps = { of: WebhookEndpoint; activity: EndpointActivity | undefined };

function EndpointFigures({ of: endpoint, activity }: FiguresProps) {
  const { number, share } = useFormats();
  const { succeeded = 0, failed = 0, hours = [], latest = null } = activity ?? {};
  const total = succeeded + failed;
  const success = lastSuccess(endpoint, latest);
  return (
    <Figures label="The last 24 hours">
      <Figure
        label="Success rate (24 hours)"
        note={total > 0 && `${number(failed)} of ${number(total)} attempts failed`}
      >
        {total === 0 ? "—" : share(succeeded / total)}
      </Figure>
      <Figure
        label="Attempts (24 hours)"
        note={
          <Sparkline
            values={hours.map((hour) => hour.succeeded + hour.failed)}
            bad={hours.map((hour) => hour.failed)}
            width={140}
          />
        }
      >
        <Count value={total} />
      </Figure>
      <Figure
        label="Last delivery"
        note={latest && [deliveryTitle(latest), responseOf(latest)].filter(Boolean).join(", ")}
      >
        {latest ? <RelativeTime at={latest.lastAttemptAt ?? latest.createdAt} /> : "—"}
      </Figure>
      <Figure label="Last success">{success ? <RelativeTime at={success} /> : "—"}</Figure>
    </Figures>
  );
}

/**
 * When the endpoint last responded with a success. Its own time is to the minute, so that the
 * latest delivery is more exact.
 */
function lastSuccess(
  { lastSuccessAt }: WebhookEndpoint,
  latest: EndpointActivity["latest"],
): string | null {
  const at = latest?.status === "delivered" ? latest.lastAttemptAt : null;
  if (at === null || lastSuccessAt === null) return at ?? lastSuccessAt;
  return Date.parse(at) > Date.parse(lastSuccessAt) ? at : lastSuccessAt;
}
