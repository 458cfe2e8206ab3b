"use client";

import Link from "next/link";
import type { ImportRun } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { Count } from "@/app/_ui/money";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

/** How often what is under way is read again. */
export const REFRESH_MS = 2_000;

const KINDS = { customers: "Customers", charges: "Charges", products: "Products" } as const;

/** What an import brings in, and whose. */
export function importName({ kind, partnerCode }: ImportRun): string {
  return partnerCode === null ? KINDS[kind] : `${KINDS[kind]} of ${partnerCode}`;
}

/** Whether an import has come to its end. One that was broken off looks like one that runs. */
export function ImportStatus({ of: { finishedAt, rejected } }: { of: ImportRun }) {
  if (finishedAt === null) return <Status tone="warn" label="Not finished" />;
  if (rejected > 0) return <Status tone="bad" label="With bad lines" />;
  return <Status tone="good" label="Done" />;
}

export const IMPORT_COLUMNS: readonly Column<ImportRun>[] = [
  {
    label: "Import",
    cell: (run) => (
      <>
        <Link href={`/operator/imports/${run.id}`} className={table.rowLink}>
          {importName(run)}
        </Link>
        <span className={table.note}>
          <code>{run.id}</code>
        </span>
      </>
    ),
  },
  { label: "State", cell: (run) => <ImportStatus of={run} /> },
  { label: "Lines read", kind: "amount", cell: ({ linesDone }) => <Count value={linesDone} /> },
  { label: "Imported", kind: "amount", cell: ({ imported }) => <Count value={imported} /> },
  { label: "There before", kind: "amount", cell: ({ existing }) => <Count value={existing} /> },
  { label: "Bad lines", kind: "amount", cell: ({ rejected }) => <Count value={rejected} /> },
  { label: "Begun", kind: "time", cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
];
