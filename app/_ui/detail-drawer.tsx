"use client";

import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useShown } from "./use-shown";

type Props<Subject> = {
  /** What is looked at; null while the drawer is closed. */
  subject: Subject | null;
  title: (subject: Subject) => ReactNode;
  onClose: () => void;
  children: (subject: Subject) => ReactNode;
};

/** The details of a row beside its list. */
export function DetailDrawer<Subject>({ subject, title, onClose, children }: Props<Subject>) {
  const shown = useShown(subject);
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={shown !== null && title(shown)}
    >
      {shown !== null && children(shown)}
    </Drawer>
  );
}
