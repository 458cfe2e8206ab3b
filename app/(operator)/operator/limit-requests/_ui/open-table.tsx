"use client";

import { Button, Group } from "@mantine/core";
import type { LimitRequest } from "@/app/_trpc/types";
import { DataTable } from "@/app/_ui/data-table";
import table from "@/app/_ui/table.module.css";
import { ASKED, EVIDENCE, KEY, PARTNER, REASON, WANTED } from "./request-columns";

type OnDecide = (kind: "approve" | "decline", request: LimitRequest) => void;

type Props = {
  requests: LimitRequest[];
  onDecide: OnDecide;
  /** Not where all are of the same partner. */
  hasPartner?: boolean;
};

/** The requests that wait, as a table, or where it is narrow as one card each. */
export function OpenTable({ requests, onDecide, hasPartner = true }: Props) {
  return (
    <DataTable
      label="Open requests"
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        ...(hasPartner ? [PARTNER] : []),
        ...[KEY, WANTED, EVIDENCE, REASON, ASKED],
        {
          ...{ label: "Actions", kind: "actions" },
          cell: (request) => <Decide request={request} onDecide={onDecide} />,
        },
      ]}
    />
  );
}

function Decide({ request, onDecide }: { request: LimitRequest; onDecide: OnDecide }) {
  const what = `${request.key.label} of ${request.partner.name}`;
  return (
    <Group gap={6} wrap="nowrap" className={table.group}>
      <Button
        size="xs"
        variant="default"
        aria-label={`Approve ${what}`}
        onClick={() => onDecide("approve", request)}
      >
        Approve
      </Button>
      <Button
        size="xs"
        variant="default"
        className={table.danger}
        aria-label={`Decline ${what}`}
        onClick={() => onDecide("decline", request)}
      >
        Decline
      </Button>
    </Group>
  );
}
