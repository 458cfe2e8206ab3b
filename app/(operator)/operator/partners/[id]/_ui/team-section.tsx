"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { CopyId, RowHead } from "@/app/_ui/table/cells";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";

const COLUMNS: readonly Column<Member>[] = [
  { label: "Person", cell: ({ email, role }) => <RowHead note={role}>{email}</RowHead> },
  { label: "State", cell: (member) => <MemberState of={member} /> },
  {
    label: "Second factor",
    cell: ({ hasSecondFactor }) =>
      hasSecondFactor ? <Status tone="good" label="On" /> : <Status tone="idle" label="Off" />,
  },
  {
    ...{ label: "Last signed in", kind: "time" },
    cell: ({ lastSignedInAt }) => <RelativeTime at={lastSignedInAt} none="Never" />,
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
            the link expires <RelativeTime at={invitedUntil} />
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
  if (!list.data) return <QueryStatus of={list} what="the team" />;
  return <DataTable label="Team" columns={COLUMNS} rows={list.data} keyOf={({ id }) => id} />;
}
