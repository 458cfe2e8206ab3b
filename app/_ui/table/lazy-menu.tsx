"use client";

import { ActionIcon } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import { release } from "@/app/_trpc/release";
import type { OpenMenu } from "./open-menu";

type Props = ComponentProps<typeof OpenMenu>;

const load = () => import("./open-menu");

/** A button with a menu, which is loaded when it is needed. */
export function LazyMenu(props: Props) {
  const [Menu, setMenu] = useState<typeof OpenMenu | null>(null);
  if (Menu) return <Menu {...props} />;
  const open = async () => {
    const loaded = await load().catch(release.partFailed);
    if (loaded) setMenu(() => loaded.OpenMenu);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={props.className}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => void open()}
    >
      {props.icon}
    </ActionIcon>
  );
}
