"use client";

import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useNewInUrl } from "@/app/_ui/dialog/use-new-in-url";
import { emptyForGood, viewOnly } from "@/app/_ui/feedback/empty";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useHydrated } from "@/app/_ui/format/use-now";
import { IconPlus, IconWebhook } from "@/app/_ui/icons/icons";
import { CodeBlock } from "@/app/_ui/layout/code-block";
import { TextLink } from "@/app/_ui/layout/text-link";
import { onDemand } from "@/app/_ui/load/on-demand";
import { ListPage } from "@/app/_ui/table/list-page";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { endpointColumns } from "./endpoint-columns";
import type { EndpointTask } from "./endpoint-dialogs";
import type { EventGroup } from "./event-types";
import { type Owner, useOwner } from "./use-owner";
import classes from "./webhooks.module.css";

// Rarely used and heavy, so it is loaded on demand.
const EndpointDialogs = onDemand({
  load: async () => (await import("./endpoint-dialogs")).EndpointDialogs,
  isOpen: ({ task }) => task !== null,
});

const POLL = { refetchInterval: 10_000 };
const NEW: EndpointTask = { kind: "new" };
const WEBHOOK_ICON = <IconWebhook size={28} stroke={1.5} aria-hidden />;

/** The list of webhook endpoints, of a partner or of the platform. */
export function EndpointsPage({ groups }: { groups: readonly EventGroup[] }) {
  const trpc = useTRPC();
  const owner = useOwner();
  const { partner, manage } = owner;
  const list = useInfiniteQuery(
    trpc.webhooks.list.infiniteQueryOptions({ partner }, { ...NEXT_PAGE, ...POLL }),
  );
  const activity = useQuery(trpc.webhooks.activity.queryOptions({ partner }, POLL));
  const { isNew, open, onCreated, close } = useNewInUrl(manage);
  const [chosen, setChosen] = useState<EndpointTask | null>(null);
  const task = isNew ? NEW : chosen;
  const hasEndpoints = rowsOf(list.data).length > 0;
  const addEndpoint = (
    <WriteButton access={manage} leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Add endpoint
    </WriteButton>
  );
  return (
    <>
      <ListPage
        title="Webhooks"
        description={
          partner === null
            ? "Notify your servers when something changes at any partner."
            : "Notify your server when something changes."
        }
        action={hasEndpoints && addEndpoint}
        label="Webhook endpoints"
        what="the webhook endpoints"
        list={list}
        columns={endpointColumns({
          owner,
          activity: new Map(activity.data?.map((one) => [one.endpointId, one])),
          onTask: setChosen,
        })}
        keyOf={({ id }) => id}
        markOf={({ status }) => ({ isOver: status === "disabled" })}
        none={noEndpoints(owner, addEndpoint)}
      />
      <EndpointDialogs
        task={task}
        groups={groups}
        onCreated={onCreated}
        onClose={() => {
          setChosen(null);
          close();
        }}
      />
    </>
  );
}

function noEndpoints(
  { partner, manage, isTerminated, isSuspended }: Owner,
  addEndpoint: ReactNode,
) {
  if (isTerminated) return { icon: WEBHOOK_ICON, ...emptyForGood("webhook endpoints") };
  return {
    icon: WEBHOOK_ICON,
    title: "No webhook endpoints yet",
    description:
      "Add an endpoint to notify your server when something changes. Each request is signed, and retried for up to three days.",
    children: (
      <Stack gap="lg" className={classes.command}>
        {manage === "hidden" ? (
          <Text size="sm" c="dimmed" ta="center">
            {partner === null
              ? "Only operators add endpoints."
              : viewOnly("webhook endpoints", isSuspended)}
          </Text>
        ) : (
          <div className={classes.centered}>{addEndpoint}</div>
        )}
        {partner !== null && <Listen />}
      </Stack>
    ),
  };
}

/** The command that forwards events to a developer's machine. */
function Listen() {
  // The server doesn't know under which address the browser reaches it.
  const url = useHydrated() ? window.location.origin : "https://partners.example";
  return (
    <div>
      <CodeBlock
        title="For local development, without an endpoint"
        text={`npm run --silent latchkey -- listen \\\n  --url ${url} --forward-to http://localhost:4000/hook`}
      />
      <Text size="sm" mt="sm">
        <TextLink href="/docs/webhooks">Read the guide to events and webhooks</TextLink>
      </Text>
    </div>
  );
}
