import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

type Props = {
  children: ReactNode;
  isRunning: boolean;
  onSubmit: () => void;
  ref?: RefObject<HTMLFormElement | null>;
};

/**
 * A form that shows its own errors. When a field shows one after a submit, whether the form or the
 * server found it, the first such field has the focus.
 */
export function Form({ children, isRunning, onSubmit, ref }: Props) {
  const own = useRef<HTMLFormElement>(null);
  const form = ref ?? own;
  const [submits, setSubmits] = useState(0);
  useEffect(() => {
    if (submits === 0 || isRunning) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // Nothing scrolls to a field that had the focus before.
    field?.scrollIntoView({ block: "nearest" });
  }, [form, submits, isRunning]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        setSubmits(submits + 1);
      }}
    >
      {children}
    </form>
  );
}
