"use client";

import { type ComponentProps, useState } from "react";
import { release } from "@/app/_trpc/release";
import { UserButton } from "./user-button";
import type { OpenUserMenu } from "./user-menu-open";

type Props = ComponentProps<typeof OpenUserMenu>;

const load = () => import("./user-menu-open");

/** The menu with the user's name, the color scheme and sign-out. It is loaded when it is needed. */
export function UserMenu(props: Props) {
  const [Menu, setMenu] = useState<typeof OpenUserMenu | null>(null);
  if (Menu) return <Menu {...props} />;
  const open = async () => {
    const loaded = await load().catch(release.partFailed);
    if (loaded) setMenu(() => loaded.OpenUserMenu);
  };
  return (
    <UserButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => void open()}
    />
  );
}
