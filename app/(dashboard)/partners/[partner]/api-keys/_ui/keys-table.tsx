import type { ApiKey, KeyUsage, ListedKey } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess } from "@/app/_trpc/use-partner";
import { Sparkline } from "@/app/_ui/chart/sparkline";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Share } from "@/app/_ui/format/money";
import { useNow } from "@/app/_ui/format/use-now";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import { KeyCode, maskedKey, Person, RowHead } from "@/app/_ui/table/cells";
import { RowMenu } from "@/app/_ui/table/row-menu";
import classes from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { KeyStatus } from "@/app/(dashboard)/_keys/key-status";
import { LimitCell, useLimitAction } from "./limit-cell";
import { isLive, trafficOf } from "./live";
import { ScopeList } from "./scope-list";
import { refusedShare, totalOf } from "./usage";

type Props = {
  /** Each key's usage in the last 24 hours. */
  usage: ReadonlyMap<string, KeyUsage>;
  onAsk: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
};

/** The columns of the keys' list; each row links to its key. */
export function keyColumns({ usage, ...on }: Props): Column<ListedKey>[] {
  return [
    { label: "Name", sort: "name", cell: (key) => <LabelCell of={key} /> },
    { label: "Status", narrow: "end", cell: (key) => <KeyStatus of={key} /> },
    {
      label: "Scopes",
      narrow: "hidden",
      cell: ({ scopes, label }) => <ScopeList scopes={scopes} label={label} />,
    },
    { label: "Last 24 hours", narrow: "hidden", cell: ({ id }) => <LastDay of={usage.get(id)} /> },
    {
      label: "Limit",
      narrow: "hidden",
      cell: (key) => <LimitCell of={key} />,
    },
    {
      label: "Last used",
      narrow: "labeled",
      sort: "-used",
      cell: (key) => <LastUsed of={key} />,
    },
    {
      label: "Expiration",
      narrow: "labeled",
      sort: "expires",
      isOptional: true,
      cell: ({ expiresAt }) => <RelativeTime at={expiresAt} none="Never" />,
    },
    {
      label: "IP addresses",
      narrow: "hidden",
      isOptional: true,
      cell: ({ allowedNetworks }) => networksText(allowedNetworks),
    },
    {
      label: "Created",
      narrow: "labeled",
      sort: "-created",
      isOptional: true,
      cell: ({ createdAt, createdBy }) => (
        <>
          <RelativeTime at={createdAt} />
          <Person name={createdBy} />
        </>
      ),
    },
    {
      label: "Actions",
      kind: "actions",
      cell: (key) => <RowActions of={key} {...on} />,
    },
  ];
}

function LabelCell({ of: key }: { of: ListedKey }) {
  const isOperator = useIsOperator();
  return (
    <RowHead
      note={
        <>
          <KeyCode of={key} />
          {key.replacedBy && (
            <>
              , being replaced by <KeyCode of={key.replacedBy} />
            </>
          )}
          {isOperator && key.labelNote && ` · ${key.labelNote}`}
        </>
      }
    >
      <PartnerLink path={`/api-keys/${key.id}`} className={classes.rowLink}>
        {key.label}
      </PartnerLink>
    </RowHead>
  );
}

function LastDay({ of: usage }: { of: KeyUsage | undefined }) {
  if (!usage || totalOf(usage) === 0) return <span className={classes.none}>No requests</span>;
  return (
    <>
      <Sparkline values={usage.hours} />
      <span className={classes.note}>
        <Count value={totalOf(usage)} /> {totalOf(usage) === 1 ? "request" : "requests"}
        {usage.rateLimited > 0 && (
          <>
            , <Share value={refusedShare(usage)} /> rate limited
          </>
        )}
      </span>
    </>
  );
}

/** The first range, and how many there are beside it: a row has room for no more. */
function networksText([first, ...others]: readonly string[]): string {
  if (first === undefined) return "Any";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const TRAFFIC = {
  silent: "No traffic for 24 hours — safe to revoke",
  "in use": "Still receiving traffic",
};

/** The last use, and from where; for a key that is being replaced, whether it is still in use. */
function LastUsed({ of: key }: { of: ListedKey }) {
  const traffic = trafficOf(key, useNow());
  return (
    <>
      <RelativeTime at={key.lastUsedAt} none="Never" />
      {key.replacedBy && traffic ? (
        <span className={classes.hint} suppressHydrationWarning>
          {TRAFFIC[traffic]}
        </span>
      ) : (
        key.lastUsedAddress && <span className={classes.note}>from {key.lastUsedAddress}</span>
      )}
    </>
  );
}

type ActionsProps = Pick<Props, "onAsk" | "onRotate" | "onRevoke"> & {
  of: ListedKey;
};

function RowActions({ of: key, onAsk, onRotate, onRevoke }: ActionsProps) {
  const rotate = useAccess("key.issued");
  const revoke = useAccess("key.revoked");
  const limit = useLimitAction(key);
  if (!isLive(key)) return null;
  const isReplaced = key.replacedBy !== null;
  return (
    <RowMenu
      of={`${key.label} (${maskedKey(key)})`}
      actions={[
        // A key has one successor, which also gets the limit.
        !isReplaced && { label: "Rotate", access: rotate, onClick: () => onRotate(key) },
        !isReplaced && { label: limit.verb, access: limit.access, onClick: () => onAsk(key) },
        {
          label: isReplaced ? "Revoke old key" : "Revoke",
          access: revoke,
          isDanger: true,
          onClick: () => onRevoke(key),
        },
      ]}
    />
  );
}
