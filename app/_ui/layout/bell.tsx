"use client";

import { useState } from "react";
import { release } from "@/app/_trpc/release";
import { BellButton } from "./bell-button";
import type { OpenBell } from "./bell-open";

const load = () => import("./bell-open");

/** The unread notifications. Their list is loaded when it is needed. */
export function Bell() {
  const [List, setList] = useState<typeof OpenBell | null>(null);
  if (List) return <List />;
  const open = async () => {
    const loaded = await load().catch(release.partFailed);
    if (loaded) setList(() => loaded.OpenBell);
  };
  return (
    <BellButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => void open()}
    />
  );
}
