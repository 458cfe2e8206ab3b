import type { ImportRun } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count } from "@/app/_ui/format/money";
import { PageLink } from "@/app/_ui/layout/page-link";
import { RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";

/** The refetch interval while an import is running. */
export const REFRESH_MS = 2_000;

const KINDS = { customers: "Customers", charges: "Charges", products: "Products" } as const;

export function importName({ kind, partnerCode }: ImportRun): string {
  return partnerCode === null ? KINDS[kind] : `${KINDS[kind]} for ${partnerCode}`;
}

/** Whether the import may still progress, so that it should be refetched. */
export function isRunning({ finishedAt, isBrokenOff }: ImportRun): boolean {
  return finishedAt === null && !isBrokenOff;
}

export function ImportStatus({ of: run }: { of: ImportRun }) {
  const { isBrokenOff, rejected, canceledAt } = run;
  if (canceledAt) return <Status tone="idle" label="Canceled" />;
  if (isBrokenOff) return <Status tone="bad" label="Interrupted" />;
  if (isRunning(run)) return <Status tone="warn" label="Running" />;
  if (rejected > 0) return <Status tone="bad" label="Has errors" />;
  return <Status tone="good" label="Completed" />;
}

export const IMPORT_COLUMNS: readonly Column<ImportRun>[] = [
  {
    label: "Import",
    cell: (run) => (
      <RowHead note={run.fileName ?? <code>{run.id}</code>}>
        <PageLink href={`/operator/imports/${run.id}`} className={table.rowLink}>
          {importName(run)}
        </PageLink>
      </RowHead>
    ),
  },
  { label: "Status", narrow: "end", cell: (run) => <ImportStatus of={run} /> },
  { label: "Lines read", kind: "amount", cell: ({ linesDone }) => <Count value={linesDone} /> },
  { label: "Imported", kind: "amount", cell: ({ imported }) => <Count value={imported} /> },
  { label: "Already existed", kind: "amount", cell: ({ existing }) => <Count value={existing} /> },
  { label: "Errors", kind: "amount", cell: ({ rejected }) => <Count value={rejected} /> },
  { label: "Started", cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
];
