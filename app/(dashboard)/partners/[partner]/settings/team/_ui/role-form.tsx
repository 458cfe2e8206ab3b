import { useTRPCClient } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { toast } from "@/app/_ui/feedback/toast";
import { EditForm } from "@/app/_ui/form/edit-form";
import { TEAM_ROLES, type TeamRole } from "@/server/core/kernel/actor";
import { RoleChoice } from "./role-choice";
import { useTeamAction } from "./use-team-action";

type Role = { role: TeamRole };

/** Changes a member's role. It takes effect on their next request. */
export function RoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const current = TEAM_ROLES.find((role) => role === member.role) ?? "viewer";
  const action = useTeamAction(async ({ role, seen }: { role: TeamRole; seen: Role }) => {
    await client.team.setRole.mutate({ partner, userId: member.id, role, seen });
    toast({ title: `Role changed to ${role}`, message: "Takes effect immediately." });
    onClose();
  });
  return (
    <EditForm
      saved={{ role: current }}
      valuesOf={({ role }) => ({ role })}
      action={action}
      confirm="Change role"
      onSubmit={({ role }, seen) => action.run({ role, seen })}
      onCancel={onClose}
    >
      {({ role }, change) => (
        <RoleChoice value={role} onChange={(next) => change({ role: next })} isFirst />
      )}
    </EditForm>
  );
}
