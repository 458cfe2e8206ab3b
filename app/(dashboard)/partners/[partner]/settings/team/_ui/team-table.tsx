import type { Member } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { Status } from "@/app/_ui/feedback/status";
import { currentMs } from "@/app/_ui/format/clock";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Concealed, MailRefused, RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { NoValue } from "@/app/_ui/table/no-value";
import type { Column } from "@/app/_ui/table/table-types";
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
        <RowHead note={member.isInvited ? <InviteNote member={member} /> : member.isSelf && "You"}>
          {member.email}
        </RowHead>
        <Concealed note={member.emailNote} />
        <MailRefused to={member.email} reason={member.mailRefused} />
      </>
    ),
  },
  {
    label: "Role",
    narrow: "end",
    cell: ({ role }) => <span className={classes.role}>{role}</span>,
  },
  {
    label: "2FA",
    narrow: "labeled",
    cell: ({ hasSecondFactor, isInvited }) =>
      isInvited ? (
        <NoValue />
      ) : (
        <Status tone={hasSecondFactor ? "good" : "idle"} label={hasSecondFactor ? "On" : "Off"} />
      ),
  },
  {
    label: "Last signed in",
    narrow: "labeled",
    cell: ({ lastSignedInAt }) => <RelativeTime at={lastSignedInAt} none="Never" />,
  },
];

function InviteNote({ member: { invitedUntil } }: { member: Member }) {
  if (!invitedUntil) return "Invited · no active link";
  if (Date.parse(invitedUntil) < currentMs()) {
    return <span suppressHydrationWarning>Invite expired</span>;
  }
  return (
    <>
      Invited · expires <RelativeTime at={invitedUntil} />
    </>
  );
}
