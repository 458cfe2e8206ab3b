"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Member } from "@/app/_trpc/types";
import { CopyId } from "@/app/_ui/copy-id";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { ErrorState } from "@/app/_ui/error-state";
import { LoadingRows } from "@/app/_ui/loading-rows";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

const COLUMNS: readonly Column<Member>[] = [
  {
    label: "Person",
    cell: ({ email, role }) => (
      <>
        <span className={table.label}>{email}</span>
        <span className={table.note}>{role}</span>
      </>
    ),
  },
  { label: "State", cell: (member) => <MemberState of={member} /> },
  {
    label: "Second factor",
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? <Status tone="good" label="On" /> : <Status tone="idle" label="Off" />,
  },
  {
    ...{ label: "Last signed in", kind: "time" },
    cell: ({ lastSignedInAt }) =>
      lastSignedInAt === null ? (
        <span className={table.none}>Never</span>
      ) : (
        <RelativeTime at={lastSignedInAt} />
      ),
  },
  { label: "Since", kind: "time", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  { label: "Id", isWide: true, cell: ({ id }) => <CopyId id={id} what="user id" /> },
];

function MemberState({ of: { isInvited, invitedUntil } }: { of: Member }) {
  if (!isInvited) return <Status tone="good" label="Member" />;
  return (
    <>
      <Status tone="warn" label="Invited" />
      <span className={table.note}>
        {invitedUntil === null ? (
          "no link works any more"
        ) : (
          <>
            the link works until <RelativeTime at={invitedUntil} />
          </>
        )}
      </span>
    </>
  );
}

/** Who can sign in for the partner. */
export function TeamSection() {
  const trpc = useTRPC();
  const list = useQuery(trpc.team.list.queryOptions());
  if (list.data) {
    return <DataTable label="Team" columns={COLUMNS} rows={list.data} keyOf={({ id }) => id} />;
  }
  return list.isError ? (
    <ErrorState
      title="The team could not be read"
      failure={failureOf(list.error)}
      onRetry={() => void list.refetch()}
    />
  ) : (
    <LoadingRows what="the team" />
  );
}
