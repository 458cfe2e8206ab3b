"use client";

import { Button, Group, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { Member } from "@/app/_trpc/types";
import { FailureAlert } from "@/app/_ui/failure-alert";
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
  function submit(event: FormEvent) {
    event.preventDefault();
    action.run(undefined);
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <RoleChoice value={role} onChange={setRole} isFirst />
        <FailureAlert failure={action.failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isRunning} disabled={role === current}>
            Change role
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
