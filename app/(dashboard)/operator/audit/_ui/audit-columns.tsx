"use client";

import type { PlatformAuditEvent } from "@/app/_trpc/types";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { sentenceColumn, TIME_COLUMN } from "@/app/(dashboard)/_audit/audit-columns";

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

/** The columns of the platform's audit log; `onLook` opens the details of an event. */
export function auditColumns(
  onLook: (event: PlatformAuditEvent) => void,
): Column<PlatformAuditEvent>[] {
  return [sentenceColumn(onLook), PARTNER_COLUMN, TIME_COLUMN];
}
