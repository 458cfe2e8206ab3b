"use client";

import type { DrawerProps, ModalProps } from "@mantine/core";
import dynamic from "next/dynamic";
import { useState } from "react";

const LoadedModal = dynamic(async () => (await import("./overlays")).LoadedModal, {
  ssr: false,
});
const LoadedDrawer = dynamic(async () => (await import("./overlays")).LoadedDrawer, {
  ssr: false,
});

/** A modal dialog. Its code is loaded when a dialog opens for the first time. */
export function Dialog(props: ModalProps) {
  return useIsNeeded(props.opened) && <LoadedModal {...props} />;
}

/** The same for a drawer. */
export function SideDrawer(props: DrawerProps) {
  return useIsNeeded(props.opened) && <LoadedDrawer {...props} />;
}

/** Stays true after the first opening, so that the dialog closes with its transition. */
function useIsNeeded(isOpen: boolean): boolean {
  const [isNeeded, setIsNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setIsNeeded(true);
  return isNeeded || isOpen;
}
