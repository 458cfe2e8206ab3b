import { ActionIcon, Menu } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { RowAction } from "./table-types";

type Content =
  | { kind: "actions"; actions: readonly RowAction[] }
  | { kind: "columns"; offered: readonly string[]; shown: string[]; onChange: OnColumns };
type OnColumns = (shown: string[]) => void;

type Props = { label: string; icon: ReactNode; className?: string; content: Content };

/** The button with its menu, which opens at once. Only lazy-menu.tsx imports it, on demand. */
export function OpenMenu({ label, icon, className, content }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // After the button took the focus, to which the menu returns it.
  useEffect(() => setIsOpen(true), []);
  return (
    <Menu position="bottom-end" width={230} returnFocus opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size="lg"
          className={className}
          aria-label={label}
          autoFocus
        >
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {content.kind === "actions" ? (
          <Actions of={content.actions} button={button} />
        ) : (
          <Menu.CheckboxGroup value={content.shown} onChange={content.onChange}>
            {content.offered.map((column) => (
              <Menu.CheckboxItem key={column} value={column}>
                {column}
              </Menu.CheckboxItem>
            ))}
          </Menu.CheckboxGroup>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type ActionsProps = {
  of: readonly RowAction[];
  button: RefObject<HTMLButtonElement | null>;
};

function Actions({ of: actions, button }: ActionsProps) {
  const first = actions.find(({ access }) => access !== "suspended");
  return (
    <>
      {actions.map(({ label, access, isDanger, onClick }) => (
        <Menu.Item
          key={label}
          disabled={access === "suspended"}
          // Mantine would give the focus to a disabled item, which cannot have it: Escape and the
          // arrow keys would then do nothing.
          data-autofocus={label === first?.label || undefined}
          c={isDanger ? "var(--mantine-color-error)" : undefined}
          onClick={() => {
            // A dialog returns the focus to where it was when it opened, and a reload opens it again.
            button.current?.focus();
            button.current?.setAttribute("data-chosen", label);
            onClick();
          }}
        >
          {label}
        </Menu.Item>
      ))}
      {actions.some(({ access }) => access === "suspended") && (
        <Menu.Label tabIndex={-1} data-autofocus={first === undefined || undefined}>
          Some actions are unavailable while the account is suspended.
        </Menu.Label>
      )}
    </>
  );
}
