"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { Operator } from "@/app/_trpc/types";
import type { OperatorTask } from "./operator-dialog";

type Props = { operator: Operator; onTask: (task: OperatorTask) => void };

/** The actions on another operator. */
export function OperatorMenu({ operator, onTask }: Props) {
  const isDisabled = operator.status === "disabled";
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="default" size="md" aria-label={`Actions for ${operator.email}`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onTask({ kind: isDisabled ? "enable" : "disable", operator })}>
          {isDisabled ? "Enable operator" : "Disable operator"}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          onClick={() => onTask({ kind: "remove", operator })}
        >
          Remove operator
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
