import { useOs } from "@mantine/hooks";

/** What the key of commands is called on this keyboard. */
export function useModKey(): "⌘" | "Ctrl" {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
