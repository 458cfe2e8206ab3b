import { createContext, type RefObject, useContext, useEffect } from "react";

/** Whether an action of the dialog around is running. Its dialog then doesn't close. */
export const DialogBusy = createContext<RefObject<boolean>>({ current: false });

/**
 * Keeps the dialog around open while its action runs. The action would go on, its failure would be
 * shown nowhere, and its success would close the dialog that is open by then.
 */
export function useDialogBusy(isRunning: boolean): void {
  const isBusy = useContext(DialogBusy);
  useEffect(() => {
    isBusy.current = isRunning;
    return () => {
      isBusy.current = false;
    };
  }, [isBusy, isRunning]);
}
