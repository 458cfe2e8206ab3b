"use client";

import type { LimitRequest } from "@/app/_trpc/types";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import { KEY, KEY_HEAD, PARTNER, REASON, REQUESTED, SUBMITTED, USAGE } from "./request-columns";

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
        hasPartner && PARTNER,
        hasPartner ? KEY : KEY_HEAD,
        REQUESTED,
        USAGE,
        REASON,
        SUBMITTED,
        {
          label: "Actions",
          kind: "actions",
          cell: (request) => (
            <RowMenu
              of={`${request.key.label} for ${request.partner.name}`}
              actions={[
                { label: "Approve", onClick: () => onDecide("approve", request) },
                {
                  label: "Decline",
                  isDanger: true,
                  onClick: () => onDecide("decline", request),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
