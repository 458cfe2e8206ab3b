import { useOs } from "@mantine/hooks";

/** The events that open the palette and the shortcut help. */
export const OPEN_PALETTE = "latchkey:palette";
export const OPEN_HELP = "latchkey:shortcuts";

/** Opens the command palette, from any signed-in page. */
export function openPalette(): void {
  window.dispatchEvent(new Event(OPEN_PALETTE));
}

export function openShortcutHelp(): void {
  window.dispatchEvent(new Event(OPEN_HELP));
}

/** The name of the command key on this keyboard. */
export function useModKey(): "⌘" | "Ctrl" {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
