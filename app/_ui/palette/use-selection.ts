import type { createSpotlight } from "@mantine/spotlight";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Group } from "./command";

type Store = ReturnType<typeof createSpotlight>[0];

/**
 * Keeps the first entry selected, also when results arrive later, until the user moves the
 * selection; from then on, the same entry stays selected. Returns the handler of the field's keys.
 */
export function useSelection(
  store: Store,
  { query, groups }: { query: string; groups: readonly Group[] },
): (event: KeyboardEvent) => void {
  const movedIn = useRef<string | null>(null);
  const shown = groups.flatMap(({ commands }) => commands.map(({ id }) => id)).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when the entries change
  useEffect(() => {
    if (query !== "") select(store, movedIn.current === query);
  }, [shown, query, store]);
  return ({ key }) => {
    if (key === "ArrowDown" || key === "ArrowUp") movedIn.current = query;
  };
}

/** Selects the first entry, or again the selected one, whose position may have changed. */
function select(store: Store, hasMoved: boolean): void {
  const list = document.getElementById(store.getState().listId);
  const entries = [...(list?.querySelectorAll("[data-action]") ?? [])];
  const before = entries.findIndex((entry) => entry.hasAttribute("data-selected"));
  const selected = hasMoved && before >= 0 ? before : 0;
  for (const [at, entry] of entries.entries()) {
    if (at === selected) entry.setAttribute("data-selected", "true");
    else entry.removeAttribute("data-selected");
  }
  store.updateState((state) => ({ ...state, selected }));
}
