"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useRef } from "react";
import type { Access } from "@/server/core/access";

/** An action on a row. Omitted if `access` is hidden, disabled while the partner is suspended. */
export type RowAction = {
  label: string;
  onClick: () => void;
  isDanger?: boolean;
  access?: Access;
};

type Props = {
  /** The subject of the row: the button's name is "Actions for" it. */
  of: string;
  actions: readonly (RowAction | false)[];
};

const isOffered = (action: RowAction | false): action is RowAction =>
  action !== false && action.access !== "hidden";

/** The actions on a row, in a menu; renders nothing when there are none. */
export function RowMenu({ of, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const offered = actions.filter(isOffered);
  if (offered.length === 0) return null;
  const isSuspended = offered.some(({ access }) => access === "suspended");
  return (
    <Menu position="bottom-end" width={220} returnFocus>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${of}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, access, isDanger, onClick }) => (
          <Menu.Item
            key={label}
            disabled={access === "suspended"}
            c={isDanger ? "var(--mantine-color-error)" : undefined}
            onClick={() => {
              // A dialog returns the focus to where it was when it opened.
              button.current?.focus();
              onClick();
            }}
          >
            {label}
          </Menu.Item>
        ))}
        {isSuspended && (
          <Menu.Label>Some actions are unavailable while the account is suspended.</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
