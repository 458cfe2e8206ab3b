"use client";

import { Drawer } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { rescueFocus } from "./rescue-focus";

type Props<Subject> = {
  /** What is looked at; null while the drawer is closed. */
  subject: Subject | null;
  title: (subject: Subject) => ReactNode;
  onClose: () => void;
  children: (subject: Subject) => ReactNode;
};

/** The details of a row beside its list. What it showed stays while it slides away. */
export function DetailDrawer<Subject>({ subject, title, onClose, children }: Props<Subject>) {
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);
  return (
    <Drawer
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      position="right"
      size={520}
      title={shown !== null && title(shown)}
    >
      {shown !== null && children(shown)}
    </Drawer>
  );
}
