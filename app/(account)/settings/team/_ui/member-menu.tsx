"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Member } from "@/app/_trpc/types";
import type { MemberTask } from "./member-dialog";

type Props = { member: Member; isSuspended: boolean; onTask: (task: MemberTask) => void };

/** What an owner can do about someone of the team. While suspended only what takes power away. */
export function MemberMenu({ member, isSuspended, onTask }: Props) {
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label={`Actions for ${member.email}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={isSuspended} onClick={() => onTask({ kind: "role", member })}>
          Change role
        </Menu.Item>
        <Menu.Item disabled={isSuspended} onClick={() => onTask({ kind: "link", member })}>
          {member.isInvited ? "Make a new invite" : "Make a reset link"}
        </Menu.Item>
        {member.hasSecondFactor && (
          <Menu.Item
            disabled={isSuspended}
            onClick={() => onTask({ kind: "second-factor", member })}
          >
            Turn off second factor
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          onClick={() => onTask({ kind: "remove", member })}
        >
          {member.isInvited ? "Withdraw the invite" : "Remove from the team"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
