import { ActionIcon } from "@mantine/core";
import type { ComponentProps } from "react";
import { useOnPress } from "@/app/_ui/load/use-on-press";
import type { OpenMenu } from "./open-menu";

type Props = ComponentProps<typeof OpenMenu>;

const load = async () => (await import("./open-menu")).OpenMenu;

/** A button with a menu, which is loaded when it is needed. */
export function LazyMenu(props: Props) {
  const { Part: Menu, button } = useOnPress(load);
  if (Menu) return <Menu {...props} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="menu"
      {...button}
    >
      {props.icon}
    </ActionIcon>
  );
}
