"use client";

import type { PlatformAuditEvent } from "@/app/_trpc/types";
import { CopyId } from "@/app/_ui/copy-id";
import type { Column } from "@/app/_ui/data-table";
import { DateTime } from "@/app/_ui/date-time";
import { RowHead } from "@/app/_ui/row-head";
import table from "@/app/_ui/table.module.css";
import { TextLink } from "@/app/_ui/text-link";

const KINDS = {
  user: "of the team",
  key: "an API key",
  operator: "operator",
  system: "the system",
} as const;

/** What was done, in a row. */
export const AUDIT_COLUMNS: readonly Column<PlatformAuditEvent>[] = [
  {
    label: "What",
    cell: ({ actor, sentence, action }) => (
      <RowHead
        note={
          <>
            <code>{action}</code>, {KINDS[actor.kind]}
          </>
        }
      >
        {actor.name} {sentence}
      </RowHead>
    ),
  },
  { label: "Of", isWide: true, cell: ({ subject }) => <CopyId id={subject} what="id" /> },
  {
    label: "From",
    cell: ({ address }) => address ?? <span className={table.none}>Unknown</span>,
  },
  { label: "When", kind: "time", cell: ({ at }) => <DateTime at={at} /> },
];

/** Whose account it was done in. */
export const PARTNER_COLUMN: Column<PlatformAuditEvent> = {
  label: "Partner",
  cell: ({ partner }) =>
    partner === null ? (
      <span className={table.none}>The platform</span>
    ) : (
      <TextLink href={`/operator/partners/${partner.id}`} size="sm">
        {partner.name}
      </TextLink>
    ),
};
