"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Member } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import type { MemberTask } from "./member-dialog";

type Props = { member: Member; onTask: (task: MemberTask) => void };

/** The actions on a member. Operators can only turn off a second factor. */
export function MemberMenu({ member, onTask }: Props) {
  const manage = useAccess("user.invited");
  const reset = useAccess("user.second_factor_reset");
  const isManaged = manage !== "hidden";
  const isSuspended = manage === "suspended";
  if (!isManaged && !member.hasSecondFactor) return null;
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label={`Actions for ${member.email}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isManaged && (
          <>
            <Menu.Item disabled={isSuspended} onClick={() => onTask({ kind: "role", member })}>
              Change role
            </Menu.Item>
            <Menu.Item disabled={isSuspended} onClick={() => onTask({ kind: "link", member })}>
              {member.isInvited ? "New invite link" : "Reset password"}
            </Menu.Item>
          </>
        )}
        {member.hasSecondFactor && (
          <Menu.Item
            disabled={reset === "suspended"}
            onClick={() => onTask({ kind: "second-factor", member })}
          >
            Disable two-factor authentication
          </Menu.Item>
        )}
        {isManaged && (
          <>
            <Menu.Divider />
            <Menu.Item
              c="var(--mantine-color-error)"
              onClick={() => onTask({ kind: "remove", member })}
            >
              {member.isInvited ? "Revoke invite" : "Remove from team"}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
