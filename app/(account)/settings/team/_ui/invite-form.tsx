"use client";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { Invitation } from "@/app/_trpc/types";
import { FailureAlert } from "@/app/_ui/failure-alert";
import type { TeamRole } from "@/server/core/actor";
import { LinkReveal } from "./link-reveal";
import { RoleChoice } from "./role-choice";
import { useTeamAction } from "./use-team-action";

/** Whom to invite and as what, then the link. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useTRPCClient();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("developer");
  const [made, setMade] = useState<Invitation | null>(null);
  const action = useTeamAction(async () => {
    setMade(await client.team.invite.mutate({ email: email.trim(), role }));
  });
  const issues = action.failure ? issuesOf(action.failure) : {};
  const isTaken = action.failure?.code === "conflict" && action.failure.details.field === "email";

  function submit(event: FormEvent) {
    event.preventDefault();
    action.run(undefined);
  }

  if (made) return <LinkReveal invitation={made} onDone={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Email"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={issues.email ?? (isTaken ? action.failure?.message : undefined)}
          maxLength={254}
          autoComplete="off"
          data-autofocus
        />
        <RoleChoice value={role} onChange={setRole} />
        {!issues.email && !isTaken && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isRunning} disabled={email.trim() === ""}>
            Make invite link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
