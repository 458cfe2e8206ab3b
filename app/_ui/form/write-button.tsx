import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { Access } from "@/server/core/registry";

const REASON = "Unavailable while the account is suspended.";

type Props = Pick<
  ButtonProps,
  "className" | "disabled" | "leftSection" | "loading" | "size" | "variant"
> & {
  access: Access;
  onClick?: () => void;
  type?: "button" | "submit";
  children: ReactNode;
  "aria-label"?: string;
};

/**
 * A button for an action that may be hidden or suspended. When suspended it stays focusable and
 * explains why.
 */
export function WriteButton({ access, onClick, disabled, ...props }: Props) {
  if (access === "hidden") return null;
  if (access === "allowed") return <Button {...props} disabled={disabled} onClick={onClick} />;
  return (
    <Button
      {...props}
      data-disabled
      aria-disabled
      data-tip={REASON}
      onClick={(event) => event.preventDefault()}
    />
  );
}
