import { useEffect } from "react";

/** Makes the browser ask before the page is closed or reloaded: what it shows would be lost. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    // Only while needed: a page with this listener isn't kept by browsers for "back".
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isOn]);
}
