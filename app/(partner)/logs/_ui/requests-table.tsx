"use client";

import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { LoggedRequest } from "@/app/_trpc/types";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { useFormats } from "@/app/_ui/locale";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";
import { toneOf } from "./answer";
import { Moment } from "./moment";

type Props = {
  rows: readonly LoggedRequest[];
  onLook: (requestId: string) => void;
  /** Not where all are of the same key. */
  hasKeys?: boolean;
  /** The rows are those of an earlier question, until the new ones are there. */
  isOld?: boolean;
  footer?: ReactNode;
};

/** Requests, newest first; a row's head opens its details. */
export function RequestsTable({ rows, onLook, hasKeys = true, isOld = false, footer }: Props) {
  return (
    <div aria-busy={isOld} className={table.busy}>
      <DataTable
        label="Requests"
        columns={columnsOf(onLook, hasKeys)}
        rows={rows}
        keyOf={({ id }) => id}
        footer={footer}
      />
    </div>
  );
}

function columnsOf(onLook: Props["onLook"], hasKeys: boolean): (Column<LoggedRequest> | null)[] {
  return [
    {
      label: "Request",
      cell: ({ id, method, route }) => (
        <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
          <Route method={method} route={route} />
        </UnstyledButton>
      ),
    },
    {
      label: "Answer",
      cell: ({ status, errorCode }) => (
        <>
          <Status tone={toneOf(status)} label={`${status}`} />
          {errorCode !== null && <span className={table.note}>{errorCode}</span>}
        </>
      ),
    },
    hasKeys ? { label: "Key", cell: ({ key }) => <KeyLabel of={key} /> } : null,
    { label: "When", kind: "time", cell: ({ at }) => <Moment at={at} /> },
    {
      label: "From",
      cell: ({ address }) =>
        address === null ? (
          <span className={table.none}>Unknown</span>
        ) : (
          <span className={table.code}>{address}</span>
        ),
    },
    { label: "Took", kind: "amount", cell: ({ durationMs }) => <Took ms={durationMs} /> },
  ];
}

/** A method and the template of its path. */
export function Route({ method, route }: { method: string; route: string }) {
  return (
    <span className={table.code}>
      <strong>{method}</strong> {route}
    </span>
  );
}

function KeyLabel({ of: { label, id } }: { of: LoggedRequest["key"] }) {
  return label === "" ? <code className={table.code}>{id}</code> : label;
}

/** How long an answer took. */
export function Took({ ms }: { ms: number }) {
  const { number } = useFormats();
  const digits = ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms);
  return (
    <span className={table.number} suppressHydrationWarning>
      {number(digits)} ms
    </span>
  );
}
