import type { ComponentProps } from "react";
import { useOnPress } from "@/app/_ui/load/use-on-press";
import { UserButton } from "./user-button";
import type { OpenUserMenu } from "./user-menu-open";

type Props = ComponentProps<typeof OpenUserMenu>;

const load = async () => (await import("./user-menu-open")).OpenUserMenu;

/** The menu with the user's name, the color scheme and sign-out. It is loaded when it is needed. */
export function UserMenu(props: Props) {
  const { Part: Menu, button } = useOnPress(load);
  return Menu ? <Menu {...props} /> : <UserButton aria-haspopup="menu" {...button} />;
}
