import { useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";

const CHORD_MS = 1_500;

/** The action of each key; a chord is written "g k". */
type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Page-wide shortcuts without a modifier key. Ignored while the user types or a dialog is open, and
 * active only while `isOn` (WCAG 2.2, 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const first = useRef<{ key: string; atMs: number } | null>(null);
  useWindowEvent("keydown", (event) => {
    if (!isOn || event.defaultPrevented || isTaken(event)) return;
    const { current } = first;
    const chord = current && event.timeStamp - current.atMs < CHORD_MS ? `${current.key} ` : "";
    const run = shortcuts[chord + event.key];
    first.current = run ? null : { key: event.key, atMs: event.timeStamp };
    if (!run) return;
    event.preventDefault();
    run();
  });
}

function isTaken({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat) return true;
  // Closed dialogs may stay in the document.
  const layers = document.querySelectorAll("[aria-modal=true], [role=menu], [role=listbox]");
  if ([...layers].some((layer) => layer.checkVisibility())) return true;
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable=true]") !== null
  );
}
