import { Popover, UnstyledButton } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import classes from "./open-popover.module.css";

type Props = {
  /** The content of the button that opens it. */
  button: ReactNode;
  className: string | undefined;
  children: ReactNode;
};

/** The button with its popover, which opens at once. Only lazy-popover.tsx imports it, on demand. */
export function OpenPopover({ button, className, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  // After the button took the focus, to which the popover returns it.
  useEffect(() => setIsOpen(true), []);
  return (
    <Popover
      width={320}
      shadow="md"
      position="bottom-start"
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={setIsOpen}
    >
      <Popover.Target>
        <UnstyledButton className={className} autoFocus onClick={() => setIsOpen(!isOpen)}>
          {button}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown tabIndex={0} className={classes.dropdown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
