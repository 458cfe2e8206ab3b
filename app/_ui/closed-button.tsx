"use client";

import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

const REASON = "Closed while the account is suspended. Ask the platform's operators.";

type Props = Pick<ButtonProps, "className" | "leftSection" | "size" | "variant"> & {
  children: ReactNode;
  "aria-label"?: string;
};

/** A button that is closed to a suspended partner: it can still be reached, and says why. */
export function ClosedButton({ children, ...props }: Props) {
  return (
    <Tooltip
      multiline
      w={240}
      label={REASON}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
