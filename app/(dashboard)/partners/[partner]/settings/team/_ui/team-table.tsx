"use client";

import type { Member } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import type { MemberTask } from "./member-dialog";
import { MemberMenu } from "./member-menu";
import classes from "./team.module.css";

type Props = {
  members: readonly Member[];
  onTask: (task: MemberTask) => void;
};

/** The members of the team, including those invited. */
export function TeamTable({ members, onTask }: Props) {
  const mayAct = useAccess("user.second_factor_reset") !== "hidden";
  const actions: Column<Member> = {
    label: "Actions",
    kind: "actions",
    cell: (member) => (member.isSelf ? null : <MemberMenu member={member} onTask={onTask} />),
  };
  return (
    <DataTable
      label="Team"
      columns={[...COLUMNS, mayAct && actions]}
      rows={members}
      keyOf={({ id }) => id}
    />
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    label: "Member",
    cell: (member) => (
      <>
        <span className={table.label}>{member.email}</span>
        {member.isSelf && <span className={table.note}>You</span>}
        {member.isInvited && <InviteNote member={member} />}
      </>
    ),
  },
  { label: "Role", cell: ({ role }) => <span className={classes.role}>{role}</span> },
  {
    label: "2FA",
    cell: ({ hasSecondFactor, isInvited }) =>
      isInvited ? (
        <span className={table.none}>—</span>
      ) : (
        <Status tone={hasSecondFactor ? "good" : "idle"} label={hasSecondFactor ? "On" : "Off"} />
      ),
  },
  {
    label: "Last signed in",
    kind: "time",
    cell: ({ lastSignedInAt }) => <RelativeTime at={lastSignedInAt} none="Never" />,
  },
];

function InviteNote({ member: { invitedUntil } }: { member: Member }) {
  if (!invitedUntil) return <span className={table.note}>Invited · no active link</span>;
  if (Date.parse(invitedUntil) < Date.now()) {
    return (
      <span className={table.note} suppressHydrationWarning>
        Invite expired
      </span>
    );
  }
  return (
    <span className={table.note}>
      Invited · expires <RelativeTime at={invitedUntil} />
    </span>
  );
}
