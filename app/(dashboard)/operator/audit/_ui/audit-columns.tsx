"use client";

import type { PlatformAuditEvent } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

const KINDS = {
  user: "partner user",
  key: "API key",
  operator: "operator",
  system: "system",
} as const;

/** The partner of the event. */
const PARTNER_COLUMN: Column<PlatformAuditEvent> = {
  label: "Partner",
  kind: "text",
  cell: ({ partner }) =>
    partner === null ? (
      <span className={table.none}>Platform</span>
    ) : (
      <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
        {partner.name}
      </TextLink>
    ),
};

export const AUDIT_COLUMNS: readonly Column<PlatformAuditEvent>[] = [
  {
    label: "Event",
    cell: ({ actor, sentence, action }) => (
      <RowHead
        note={
          <>
            <code>{action}</code>, {KINDS[actor.kind]}
          </>
        }
      >
        <span title={`${actor.name} ${sentence}`}>
          {actor.name} {sentence}
        </span>
      </RowHead>
    ),
  },
  { label: "Resource", narrow: "hidden", cell: ({ subject }) => <CopyId id={subject} what="ID" /> },
  {
    label: "IP address",
    kind: "text",
    cell: ({ address }) => address ?? <span className={table.none}>—</span>,
  },
  { label: "Time", cell: ({ at }) => <DateTime at={at} /> },
  PARTNER_COLUMN,
];
