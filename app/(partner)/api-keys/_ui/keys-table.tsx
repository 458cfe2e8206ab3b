"use client";

import { Button, Group, Text } from "@mantine/core";
import type { ApiKey, LimitRequest } from "@/app/_trpc/types";
import { ClosedButton } from "@/app/_ui/closed-button";
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
    <div className={classes.frame}>
      <table className={classes.table} aria-label="API keys">
        <thead className={classes.head}>
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Key</th>
            <th scope="col">Scopes</th>
            <th scope="col">Limit</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">State</th>
            {actions.power && (
              <th scope="col">
                <span className={classes.hidden}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className={classes.body}>
          {rows.map((row) => (
            <Row key={row.key.id} row={row} {...actions} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, ...actions }: { row: KeyRow } & Actions) {
  const { key, successor } = row;
  return (
    <tr
      className={classes.row}
      data-over={isLive(key) ? undefined : true}
      data-old={successor ? true : undefined}
    >
      <th scope="row">
        <span className={classes.label}>{key.label}</span>
        {successor && (
          <span className={classes.note}>
            Old key, being replaced by <KeyCode of={successor} />
          </span>
        )}
      </th>
      <td data-label="Key">
        <KeyCode of={key} />
      </td>
      <td data-label="Scopes" data-wide>
        <ScopeList scopes={key.scopes} label={key.label} />
      </td>
      <td data-label="Limit">
        <LimitCell
          of={key}
          request={actions.requests.get(key.id)}
          asking={askingFor(row, actions.power)}
          onAsk={() => actions.onAsk(key)}
        />
      </td>
      <td data-label="Created" data-time>
        <RelativeTime at={key.createdAt} />
        <Person name={key.createdBy} />
      </td>
      <td data-label="Last used" data-time>
        <LastUsed row={row} />
      </td>
      <td data-label="State" data-time>
        <KeyStatus of={key} />
      </td>
      {actions.power && (
        <td className={classes.actions}>
          {isLive(key) && <RowActions row={row} {...actions} power={actions.power} />}
        </td>
      )}
    </tr>
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
