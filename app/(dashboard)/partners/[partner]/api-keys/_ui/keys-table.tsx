"use client";

import { Group } from "@mantine/core";
import type { ApiKey, KeyUsage, LimitRequest } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { WriteButton } from "@/app/_ui/form/write-button";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Share } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { KeyCode, RowButton } from "@/app/_ui/table/cells";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import classes from "@/app/_ui/table/table.module.css";
import { isLive, type KeyRow, trafficOf } from "./arrange";
import { KeyStatus } from "./key-status";
import { LimitCell } from "./limit-cell";
import { ScopeList } from "./scope-list";
import { refusedShare, totalOf } from "./usage";

type Actions = {
  /** Each key's newest request for a higher limit. */
  requests: ReadonlyMap<string, LimitRequest>;
  /** Each key's usage in the last 24 hours. */
  usage: ReadonlyMap<string, KeyUsage>;
  onAsk: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
};

export function KeysTable({ rows, ...actions }: { rows: KeyRow[] } & Actions) {
  const mayAct = useAccess("key.revoked") !== "hidden";
  return (
    <DataTable
      label="API keys"
      rows={rows}
      columns={columnsFor(actions, mayAct)}
      keyOf={({ key }) => key.id}
      markOf={({ key, successor }) => ({ isOver: !isLive(key), isOld: successor !== null })}
    />
  );
}

function columnsFor(actions: Actions, mayAct: boolean): (Column<KeyRow> | false)[] {
  const { requests, usage, onAsk } = actions;
  return [
    { label: "Name", cell: (row) => <LabelCell row={row} /> },
    {
      label: "Scopes",
      isWide: true,
      cell: ({ key }) => <ScopeList scopes={key.scopes} label={key.label} />,
    },
    { label: "Last 24 hours", cell: ({ key }) => <LastDay of={usage.get(key.id)} /> },
    {
      label: "Limit",
      cell: ({ key, successor }) => (
        <LimitCell
          of={key}
          request={requests.get(key.id)}
          // An old key that is being replaced ends soon, so its new key gets the limit.
          isReplaced={successor !== null}
          onAsk={() => onAsk(key)}
        />
      ),
    },
    { label: "Last used", kind: "time", cell: (row) => <LastUsed row={row} /> },
    { label: "Status", kind: "time", cell: ({ key }) => <KeyStatus of={key} /> },
    mayAct && {
      label: "Actions",
      kind: "actions",
      cell: (row) => isLive(row.key) && <RowActions row={row} {...actions} />,
    },
  ];
}

function LabelCell({ row: { key, successor } }: { row: KeyRow }) {
  return (
    <>
      <span className={classes.label}>
        <PartnerLink path={`/api-keys/${key.id}`} className={classes.rowLink}>
          {key.label}
        </PartnerLink>
      </span>
      <span className={classes.note}>
        <KeyCode of={key} />
      </span>
      {successor && (
        <span className={classes.note}>
          Being replaced by <KeyCode of={successor} />
        </span>
      )}
    </>
  );
}

function LastDay({ of: usage }: { of: KeyUsage | undefined }) {
  if (!usage || totalOf(usage) === 0) return <span className={classes.none}>No requests</span>;
  return (
    <>
      <Sparkline values={usage.hours} />
      <span className={classes.note}>
        <Count value={totalOf(usage)} /> {totalOf(usage) === 1 ? "request" : "requests"}
      </span>
      {usage.rateLimited > 0 && (
        <span className={classes.hint}>
          <Share value={refusedShare(usage)} /> rate limited
        </span>
      )}
    </>
  );
}

const TRAFFIC = {
  silent: "No traffic for 24 hours — safe to revoke",
  "in use": "Still receiving traffic",
};

function LastUsed({ row: { key, successor } }: { row: KeyRow }) {
  const traffic = trafficOf(key, useNow());
  return (
    <>
      <RelativeTime at={key.lastUsedAt} none="Never" />
      {key.lastUsedAddress && <span className={classes.note}>from {key.lastUsedAddress}</span>}
      {successor && traffic && (
        <span className={classes.hint} suppressHydrationWarning>
          {TRAFFIC[traffic]}
        </span>
      )}
    </>
  );
}

function RowActions(props: { row: KeyRow } & Actions) {
  const { key, successor } = props.row;
  const rotate = useAccess("key.issued");
  const revoke = useAccess("key.revoked");
  return (
    <Group gap={6} wrap="nowrap" className={classes.group}>
      {!successor && (
        <WriteButton
          access={rotate}
          size="xs"
          variant="default"
          aria-label={`Rotate ${key.label}`}
          onClick={() => props.onRotate(key)}
        >
          Rotate
        </WriteButton>
      )}
      {revoke !== "hidden" && (
        <RowButton
          verb={successor ? "Revoke old key" : "Revoke"}
          of={key.label}
          isDanger
          onClick={() => props.onRevoke(key)}
        />
      )}
    </Group>
  );
}
