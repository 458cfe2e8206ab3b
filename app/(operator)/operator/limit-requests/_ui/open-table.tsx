"use client";

import { Button, Group } from "@mantine/core";
import type { LimitRequest } from "@/app/_trpc/types";
import { Person } from "@/app/_ui/person";
import { RelativeTime } from "@/app/_ui/relative-time";
import table from "@/app/_ui/table.module.css";
import { EvidenceCell, KeyCell, PartnerCell, ReasonCell, WantedCell } from "./request-cells";

type OnDecide = (kind: "approve" | "decline", request: LimitRequest) => void;

/** The requests that wait, as a table, or where it is narrow as one card each. */
export function OpenTable(props: { requests: LimitRequest[]; onDecide: OnDecide }) {
  return (
    <div className={table.frame}>
      <table className={table.table} aria-label="Open requests">
        <thead className={table.head}>
          <tr>
            <th scope="col">Partner</th>
            <th scope="col">Key</th>
            <th scope="col">Wanted</th>
            <th scope="col">Seven days before</th>
            <th scope="col">Reason</th>
            <th scope="col">Asked</th>
            <th scope="col">
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className={table.body}>
          {props.requests.map((request) => (
            <Row key={request.id} of={request} onDecide={props.onDecide} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ of: request, onDecide }: { of: LimitRequest; onDecide: OnDecide }) {
  const what = `${request.key.label} of ${request.partner.name}`;
  return (
    <tr className={table.row}>
      <PartnerCell of={request} />
      <KeyCell of={request} />
      <WantedCell of={request} />
      <EvidenceCell of={request} />
      <ReasonCell of={request} />
      <td data-label="Asked" data-time>
        <RelativeTime at={request.createdAt} />
        <Person name={request.requestedBy} />
      </td>
      <td className={table.actions}>
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
      </td>
    </tr>
  );
}
