"use client";

import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { InviteForm } from "@/app/_ui/auth/link-forms";
import type { TeamRole } from "@/server/core/kernel/actor";
import { RoleChoice } from "./role-choice";

/** Invites a member with a role, then shows the link. */
export function InviteMemberForm({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const [role, setRole] = useState<TeamRole>("developer");
  return (
    <InviteForm
      invite={(email) => client.team.invite.mutate({ partner, email, role })}
      changes={trpc.team.pathKey()}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
    </InviteForm>
  );
}
