import { UnstyledButton } from "@mantine/core";
import type { LoggedRequest } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { DateTime } from "@/app/_ui/format/moment";
import { CodeOrNone, RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { toneOf } from "./response";

type Props = {
  onLook: (requestId: string) => void;
  /** False when all requests have the same key. */
  hasKeys?: boolean;
};

/** The columns of the log; the row header opens the details. */
export function requestColumns({ onLook, hasKeys = true }: Props) {
  const columns: (Column<LoggedRequest> | false)[] = [
    {
      label: "Request",
      cell: ({ id, method, path }) => (
        <RowHead>
          <UnstyledButton
            className={table.rowLink}
            title={`${method} ${path}`}
            onClick={() => onLook(id)}
          >
            <Route method={method} route={path} />
          </UnstyledButton>
        </RowHead>
      ),
    },
    STATUS,
    hasKeys && KEY,
    { label: "Time", cell: ({ at }) => <DateTime at={at} isExact /> },
    {
      label: "IP address",
      kind: "text",
      // On a phone, only the drawer has it.
      narrow: "hidden",
      cell: ({ address }) => <CodeOrNone of={address} none="—" />,
    },
    {
      label: "Duration",
      kind: "amount",
      narrow: "hidden",
      cell: ({ durationMs }) => <Duration ms={durationMs} />,
    },
  ];
  return columns;
}

const STATUS: Column<LoggedRequest> = {
  label: "Status",
  narrow: "end",
  cell: ({ status, errorCode }) => (
    <>
      <Status tone={toneOf(status)} label={`${status}`} />
      {errorCode !== null && <span className={table.note}>{errorCode}</span>}
    </>
  ),
};

const KEY: Column<LoggedRequest> = {
  label: "Key",
  kind: "text",
  cell: ({ key }) => key.label || <code className={table.code}>{key.id}</code>,
};

export function Route({ method, route }: { method: string; route: string }) {
  return (
    <span className={table.code}>
      <strong>{method}</strong> {route}
    </span>
  );
}

export function Duration({ ms }: { ms: number }) {
  const { number } = useFormats();
  const digits = ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
  return <span suppressHydrationWarning>{number(digits)} ms</span>;
}
