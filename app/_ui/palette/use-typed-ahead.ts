import { useWindowEvent } from "@mantine/hooks";

/**
 * Hands on what is typed while the palette `isOn` and its field does not have the focus yet: who knows
 * where to go does not wait to see the field, and the first time it has to be loaded.
 */
export function useTypedAhead(isOn: boolean, onType: (letter: string) => void): void {
  useWindowEvent("keydown", (event) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    if (event.target instanceof Element && event.target.closest("[data-palette]")) return;
    event.preventDefault();
    onType(event.key);
  });
}
