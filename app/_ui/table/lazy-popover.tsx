import { UnstyledButton } from "@mantine/core";
import type { ComponentProps } from "react";
import { useOnPress } from "@/app/_ui/load/use-on-press";
import type { OpenPopover } from "./open-popover";

const load = async () => (await import("./open-popover")).OpenPopover;

/** A button in a table that shows more in a popover, which is loaded when it is needed. */
export function LazyPopover(props: ComponentProps<typeof OpenPopover>) {
  const { Part: Popover, button } = useOnPress(load);
  if (Popover) return <Popover {...props} />;
  return (
    <UnstyledButton className={props.className ?? ""} aria-haspopup="dialog" {...button}>
      {props.button}
    </UnstyledButton>
  );
}
