import { useOs } from "@mantine/hooks";

/** The events that open the palette and the shortcut help. */
export const ASK_PALETTE = "latchkey:palette";
export const ASK_HELP = "latchkey:shortcuts";

/** Opens the command palette, from any signed-in page. */
export function openPalette(): void {
  window.dispatchEvent(new Event(ASK_PALETTE));
}

export function openShortcutHelp(): void {
  window.dispatchEvent(new Event(ASK_HELP));
}

/** The name of the command key on this keyboard. */
export function useModKey(): "⌘" | "Ctrl" {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
