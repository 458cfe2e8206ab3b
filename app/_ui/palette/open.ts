import { useOs } from "@mantine/hooks";

/** What the palette and the list of shortcuts listen to. */
export const ASK_PALETTE = "latchkey:palette";
export const ASK_HELP = "latchkey:shortcuts";

/** Opens the command palette, from anywhere on a signed-in page. */
export function openPalette(): void {
  window.dispatchEvent(new Event(ASK_PALETTE));
}

/** Shows the keyboard shortcuts. */
export function openShortcutHelp(): void {
  window.dispatchEvent(new Event(ASK_HELP));
}

/** What the key of commands is called on this keyboard. */
export function useModKey(): "⌘" | "Ctrl" {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
