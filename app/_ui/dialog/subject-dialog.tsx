import { type ComponentType, type ReactNode, useState } from "react";
import { Dialog, SideDrawer } from "./dialog";

type Props<Subject> = {
  /** The subject of the dialog; null while it is closed. */
  subject: Subject | null;
  title: (subject: Subject) => string;
  size?: number;
  onClose: () => void;
  /** Mounted anew each time the dialog opens. */
  children: (subject: Subject) => ReactNode;
};

/** A dialog about one subject. */
export function SubjectDialog<Subject>(props: Props<Subject>) {
  const { subject, title, size = 480, onClose, children } = props;
  const shown = useShown(subject);
  return (
    <Dialog
      opened={subject !== null}
      onClose={onClose}
      title={shown !== null && title(shown)}
      size={size}
    >
      {shown !== null && children(shown)}
    </Dialog>
  );
}

type FormDialog<Subject> = Pick<Props<Subject>, "title" | "size"> & {
  Form: ComponentType<{ of: Subject; onClose: () => void }>;
  /** Another key mounts the form anew, also while the dialog is still fading out. */
  keyOf?: (subject: Subject) => string;
};

/** Makes a dialog that is a form about one subject. */
export function dialogOf<Subject>({ Form, keyOf, ...dialog }: FormDialog<Subject>) {
  return function FormDialog(props: Pick<Props<Subject>, "subject" | "onClose">) {
    return (
      <SubjectDialog {...dialog} {...props}>
        {(shown) => <Form key={keyOf?.(shown)} of={shown} onClose={props.onClose} />}
      </SubjectDialog>
    );
  };
}

type DrawerProps<Subject> = {
  /** The selected row; null while the drawer is closed. */
  subject: Subject | null;
  title: (subject: Subject) => ReactNode;
  onClose: () => void;
  children: (subject: Subject) => ReactNode;
};

/** A drawer with the details of a row. */
export function DetailDrawer<Subject>({ subject, title, onClose, children }: DrawerProps<Subject>) {
  const shown = useShown(subject);
  return (
    <SideDrawer
      opened={subject !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={shown !== null && title(shown)}
    >
      {shown !== null && children(shown)}
    </SideDrawer>
  );
}

/** The current subject, or the last one while the dialog fades out. */
export function useShown<Subject>(subject: Subject | null): Subject | null {
  const [shown, setShown] = useState(subject);
  if (subject !== null && subject !== shown) setShown(subject);
  return shown;
}
