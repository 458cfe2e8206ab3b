"use client";

import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { DemoWebhook } from "@/app/_trpc/types";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { CodeBlock, prettyJson } from "@/app/_ui/layout/code-block";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { Facts, Section } from "@/app/_ui/layout/section";
import { CodeOrNone, RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

const REFRESH_MS = 2_000;

/** The webhooks that the demo's receiver got, as they arrive. */
export function ReceiverPage() {
  const trpc = useTRPC();
  const found = useQuery(
    trpc.demo.webhooks.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const [shown, setShown] = useState<DemoWebhook | null>(null);
  return (
    <>
      <PageHeader
        title="Demo receiver"
        description="Stands in for your own server. It receives the demo partner's webhooks, verifies their signatures, and shows the last 50 since the server started."
      />
      {found.data ? (
        <Received webhooks={found.data} onShow={setShown} />
      ) : (
        <QueryStatus of={found} what="the webhooks" />
      )}
      <DetailDrawer subject={shown} title={nameOf} onClose={() => setShown(null)}>
        {(webhook) => <Details of={webhook} />}
      </DetailDrawer>
    </>
  );
}

const nameOf = ({ type }: DemoWebhook) => type ?? "Unknown event";

type Props = { webhooks: readonly DemoWebhook[]; onShow: (webhook: DemoWebhook) => void };

function Received({ webhooks, onShow }: Props) {
  if (webhooks.length === 0) {
    return (
      <Empty
        icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
        title="No webhooks yet"
        description="Create an API key or a customer of the demo partner. Its webhook arrives here within a second."
      />
    );
  }
  return (
    <DataTable
      label="Received webhooks"
      rows={webhooks}
      columns={columnsFor(onShow)}
      keyOf={({ number }) => `${number}`}
      isSmall
    />
  );
}

const columnsFor = (onShow: Props["onShow"]): readonly Column<DemoWebhook>[] => [
  {
    label: "Event",
    cell: (webhook) => (
      <RowHead note={webhook.id && <code>{webhook.id}</code>}>
        <UnstyledButton className={table.rowLink} onClick={() => onShow(webhook)}>
          {nameOf(webhook)}
        </UnstyledButton>
      </RowHead>
    ),
  },
  { label: "Signature", narrow: "end", cell: (webhook) => <Signature of={webhook} /> },
  { label: "Received", cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
];

function Signature({ of: { isVerified } }: { of: DemoWebhook }) {
  return isVerified ? (
    <Status tone="good" label="Verified" />
  ) : (
    <Status tone="bad" label="Invalid" />
  );
}

function Details({ of: webhook }: { of: DemoWebhook }) {
  return (
    <>
      <Section title="Request">
        <Facts
          of={[
            ["Webhook ID", <CodeOrNone key="id" of={webhook.id || null} none="—" />],
            ["Signature", <Signature key="signature" of={webhook} />],
            ["Received", <DateTime key="at" at={webhook.receivedAt} isExact />],
          ]}
        />
      </Section>
      <Section title="Payload">
        <CodeBlock title="JSON" text={prettyJson(webhook.body)} />
      </Section>
    </>
  );
}
