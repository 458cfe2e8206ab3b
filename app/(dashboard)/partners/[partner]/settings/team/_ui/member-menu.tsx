import type { Member } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { MemberTask } from "./member-dialog";

type Props = { member: Member; onTask: (task: MemberTask) => void };

/** The actions on a member. Operators can only create links and turn off a second factor. */
export function MemberMenu({ member, onTask }: Props) {
  const role = useAccess("user.role_set");
  const removal = useAccess("user.removed");
  const link = useAccess("user.reset");
  const reset = useAccess("user.second_factor_reset");
  return (
    <RowMenu
      of={member.email}
      actions={[
        { label: "Change role", access: role, onClick: () => onTask({ kind: "role", member }) },
        {
          label: member.isInvited ? "New invite link" : "Reset password",
          access: link,
          onClick: () => onTask({ kind: "link", member }),
        },
        member.hasSecondFactor && {
          label: "Disable two-factor authentication",
          access: reset,
          onClick: () => onTask({ kind: "second-factor", member }),
        },
        {
          label: member.isInvited ? "Revoke invite" : "Remove from team",
          access: removal,
          isDanger: true,
          onClick: () => onTask({ kind: "remove", member }),
        },
      ]}
    />
  );
}
