"use client";

import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { ActionForm } from "@/app/_ui/action-form";
import { toast } from "@/app/_ui/toast";
import { TEAM_ROLES, type TeamRole } from "@/server/core/actor";
import { RoleChoice } from "./role-choice";
import { useTeamAction } from "./use-team-action";

/** Another role for someone, in force at their next request. */
export function RoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const client = useTRPCClient();
  const current = TEAM_ROLES.find((role) => role === member.role) ?? "viewer";
  const [role, setRole] = useState<TeamRole>(current);
  const action = useTeamAction(async () => {
    await client.team.setRole.mutate({ userId: member.id, role });
    toast({ title: `${member.email} is ${role} now`, message: "From the next request on." });
    onClose();
  });
  return (
    <ActionForm
      action={action}
      confirm="Change role"
      isDisabled={role === current}
      onSubmit={() => action.run()}
      onCancel={onClose}
    >
      <RoleChoice value={role} onChange={setRole} isFirst />
    </ActionForm>
  );
}
