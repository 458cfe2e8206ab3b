import { useEffect, useRef } from "react";

const CHORD_MS = 1_500;

/** What a key does; a chord is written "g k". */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Keys that act from anywhere on the page, without a modifier: not while something is being typed or
 * a dialog is open, and only while `isOn` (WCAG 2.2, 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    if (!isOn) return;
    let first: { key: string; atMs: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTaken(event)) return;
      const chord = first && event.timeStamp - first.atMs < CHORD_MS ? `${first.key} ` : "";
      const run = latest.current[chord + event.key];
      first = run ? null : { key: event.key, atMs: event.timeStamp };
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

function isTaken({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat) return true;
  // Closed ones may stay in the document.
  const layers = document.querySelectorAll("[aria-modal=true], [role=menu], [role=listbox]");
  if ([...layers].some((layer) => layer.checkVisibility())) return true;
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable=true]") !== null
  );
}
