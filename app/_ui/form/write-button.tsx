"use client";

import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

const REASON = "Closed while the account is suspended. Ask the platform's operators.";

type Props = Pick<
  ButtonProps,
  "className" | "disabled" | "leftSection" | "loading" | "size" | "variant"
> & {
  /** The partner is suspended. */
  isClosed: boolean;
  onClick?: () => void;
  type?: "button" | "submit";
  children: ReactNode;
  "aria-label"?: string;
};

/** A button for what suspended partners cannot do: closed to them it can still be reached, and says why. */
export function WriteButton({ isClosed, onClick, disabled, ...props }: Props) {
  if (!isClosed) return <Button {...props} disabled={disabled} onClick={onClick} />;
  return (
    <Tooltip
      multiline
      w={240}
      label={REASON}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <Button {...props} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
