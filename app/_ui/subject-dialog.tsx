"use client";

import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useShown } from "./use-shown";

type Props<Subject> = {
  /** What the dialog is about; null while it is closed. */
  subject: Subject | null;
  title: (subject: Subject) => string;
  size?: number;
  onClose: () => void;
  /** Made anew each time that it is opened. */
  children: (subject: Subject) => ReactNode;
};

/** A dialog about one thing. */
export function SubjectDialog<Subject>(props: Props<Subject>) {
  const { subject, title, size = 480, onClose, children } = props;
  const shown = useShown(subject);
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      title={shown !== null && title(shown)}
      size={size}
    >
      {shown !== null && children(shown)}
    </Modal>
  );
}
