"use client";

import { Group } from "@mantine/core";
import type { LimitRequest } from "@/app/_trpc/types";
import { RowButton } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import { KEY, PARTNER, REASON, REQUESTED, SUBMITTED, USAGE } from "./request-columns";

type OnDecide = (kind: "approve" | "decline", request: LimitRequest) => void;

type Props = {
  requests: LimitRequest[];
  onDecide: OnDecide;
  /** Not set when all requests belong to the same partner. */
  hasPartner?: boolean;
};

export function OpenTable({ requests, onDecide, hasPartner = true }: Props) {
  return (
    <DataTable
      label="Pending requests"
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        ...(hasPartner ? [PARTNER] : []),
        ...[KEY, REQUESTED, USAGE, REASON, SUBMITTED],
        {
          label: "Actions",
          kind: "actions",
          cell: (request) => <Decide request={request} onDecide={onDecide} />,
        },
      ]}
    />
  );
}

function Decide({ request, onDecide }: { request: LimitRequest; onDecide: OnDecide }) {
  const what = `${request.key.label} for ${request.partner.name}`;
  return (
    <Group gap={6} wrap="nowrap" className={table.group}>
      <RowButton verb="Approve" of={what} onClick={() => onDecide("approve", request)} />
      <RowButton verb="Decline" of={what} isDanger onClick={() => onDecide("decline", request)} />
    </Group>
  );
}
