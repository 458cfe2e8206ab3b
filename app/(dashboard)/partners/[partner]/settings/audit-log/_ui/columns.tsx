"use client";

import type { AuditEvent } from "@/app/_trpc/types";
import { CodeOrNone } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { sentenceColumn, TIME_COLUMN } from "@/app/(dashboard)/_audit/audit-columns";

/** The columns of a partner's audit log, one sentence per row; `onLook` opens its details. */
export function columnsOf(onLook: (event: AuditEvent) => void): Column<AuditEvent>[] {
  return [
    sentenceColumn(onLook),
    TIME_COLUMN,
    {
      label: "IP address",
      narrow: "hidden",
      cell: ({ address, actor }) =>
        actor.kind === "operator" ? (
          <span className={table.none} title="IP addresses of the platform team are not shown">
            Hidden
          </span>
        ) : (
          <CodeOrNone of={address} none="—" />
        ),
    },
  ];
}
