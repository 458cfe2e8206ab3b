"use client";

import { Button, Group, Text } from "@mantine/core";
import type { ApiKey, LimitRequest } from "@/app/_trpc/types";
import { ClosedButton } from "@/app/_ui/closed-button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { KeyCode } from "@/app/_ui/key-code";
import { Person } from "@/app/_ui/person";
import { RelativeTime } from "@/app/_ui/relative-time";
import classes from "@/app/_ui/table.module.css";
import { useNow } from "@/app/_ui/use-now";
import { isLive, type KeyRow, trafficOf } from "./arrange";
import { KeyStatus } from "./key-status";
import { LimitCell } from "./limit-cell";
import { ScopeList } from "./scope-list";

/** What the viewer of the table may do with the keys; null for those who may only look. */
export type Power = { isSuspended: boolean };

type Actions = {
  power: Power | null;
  /** The newest request for a higher limit of each key. */
  requests: ReadonlyMap<string, LimitRequest>;
  onAsk: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
};

/** The keys as a table, or where it is narrow as one card each. */
export function KeysTable({ rows, ...actions }: { rows: KeyRow[] } & Actions) {
  return (
    <DataTable
      label="API keys"
      rows={rows}
      columns={columnsFor(actions)}
      keyOf={({ key }) => key.id}
      markOf={({ key, successor }) => ({ isOver: !isLive(key), isOld: successor !== null })}
    />
  );
}

function columnsFor(actions: Actions): (Column<KeyRow> | null)[] {
  const { power, requests, onAsk } = actions;
  return [
    { label: "Label", cell: (row) => <LabelCell row={row} /> },
    { label: "Key", cell: ({ key }) => <KeyCode of={key} /> },
    {
      ...{ label: "Scopes", isWide: true },
      cell: ({ key }) => <ScopeList scopes={key.scopes} label={key.label} />,
    },
    {
      label: "Limit",
      cell: (row) => (
        <LimitCell
          of={row.key}
          request={requests.get(row.key.id)}
          asking={askingFor(row, power)}
          onAsk={() => onAsk(row.key)}
        />
      ),
    },
    {
      ...{ label: "Created", kind: "time" },
      cell: ({ key }) => (
        <>
          <RelativeTime at={key.createdAt} />
          <Person name={key.createdBy} />
        </>
      ),
    },
    { label: "Last used", kind: "time", cell: (row) => <LastUsed row={row} /> },
    { label: "State", kind: "time", cell: ({ key }) => <KeyStatus of={key} /> },
    power && {
      ...{ label: "Actions", kind: "actions" },
      cell: (row) => isLive(row.key) && <RowActions row={row} {...actions} power={power} />,
    },
  ];
}

function LabelCell({ row: { key, successor } }: { row: KeyRow }) {
  return (
    <>
      <span className={classes.label}>{key.label}</span>
      {successor && (
        <span className={classes.note}>
          Old key, being replaced by <KeyCode of={successor} />
        </span>
      )}
    </>
  );
}

/** An old key that is being replaced ends soon: more is asked for its successor. */
function askingFor({ key, successor }: KeyRow, power: Power | null): "open" | "closed" | "hidden" {
  if (!power || successor || key.state !== "active") return "hidden";
  return power.isSuspended ? "closed" : "open";
}

const TRAFFIC = { silent: "Silent for 24 h: safe to revoke", "in use": "Still in use" };

function LastUsed({ row: { key, successor } }: { row: KeyRow }) {
  const traffic = trafficOf(key, useNow());
  return (
    <>
      {key.lastUsedAt ? (
        <RelativeTime at={key.lastUsedAt} />
      ) : (
        <Text span inherit c="dimmed">
          Never
        </Text>
      )}
      {key.lastUsedAddress && <span className={classes.note}>from {key.lastUsedAddress}</span>}
      {successor && traffic && (
        <span className={classes.hint} suppressHydrationWarning>
          {TRAFFIC[traffic]}
        </span>
      )}
    </>
  );
}

function RowActions(props: { row: KeyRow; power: Power } & Omit<Actions, "power">) {
  const { key, successor } = props.row;
  const rotate = `Rotate ${key.label}`;
  return (
    <Group gap={6} wrap="nowrap" className={classes.group}>
      {!successor && props.power.isSuspended && (
        <ClosedButton size="xs" variant="default" aria-label={rotate}>
          Rotate
        </ClosedButton>
      )}
      {!successor && !props.power.isSuspended && (
        <Button size="xs" variant="default" aria-label={rotate} onClick={() => props.onRotate(key)}>
          Rotate
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.danger}
        aria-label={`Revoke ${successor ? "old " : ""}${key.label}`}
        onClick={() => props.onRevoke(key)}
      >
        {successor ? "Revoke old" : "Revoke"}
      </Button>
    </Group>
  );
}
