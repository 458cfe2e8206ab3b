const reasons = new Set<object>();

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Makes the browser ask before the page is closed or reloaded, for as long as a reason is on. */
export function warnOfLeaving(reason: object, isOn: boolean): void {
  if (isOn) reasons.add(reason);
  else reasons.delete(reason);
  // Only while needed: a page with this listener isn't kept by browsers for "back".
  if (reasons.size > 0) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
}

export const isLeavingWarned = () => reasons.size > 0;
