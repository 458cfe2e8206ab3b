import type { DrawerProps, ModalProps } from "@mantine/core";
import { useState } from "react";
import { onDemand } from "@/app/_ui/load/on-demand";

const LoadedModal = onDemand({
  load: async () => (await import("./overlays")).LoadedModal,
  isOpen: ({ opened }) => opened,
});
const LoadedDrawer = onDemand({
  load: async () => (await import("./overlays")).LoadedDrawer,
  isOpen: ({ opened }) => opened,
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
