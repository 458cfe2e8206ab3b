import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { DialogBusy } from "./busy";

/** Mantine's dialog and drawer. Only parts that are loaded on demand import them. */
export function LoadedModal({ opened, onClose, children, ...props }: ModalProps) {
  const isBusy = useRef(false);
  const close = () => {
    if (!isBusy.current) onClose();
  };
  return (
    <Modal {...props} opened={useIsMounted() && opened} onClose={close}>
      <DialogBusy value={isBusy}>{children}</DialogBusy>
    </Modal>
  );
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
