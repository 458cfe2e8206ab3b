"use client";

import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/** Mantine's dialog and drawer. Only dialog.tsx imports them, on demand. */
export function LoadedModal({ opened, ...props }: ModalProps) {
  return <Modal {...props} opened={useIsMounted() && opened} />;
}

export function LoadedDrawer({ opened, ...props }: DrawerProps) {
  return <Drawer {...props} opened={useIsMounted() && opened} />;
}

// Mantine notes where to return the focus when `opened` changes, not when it is set from the start.
function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted;
}
