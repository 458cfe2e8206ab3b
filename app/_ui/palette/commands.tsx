import { useLocalStorage, useWindowEvent } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useNavigation } from "@/app/_trpc/use-partner";
import { onDemand } from "@/app/_ui/load/on-demand";
import { OPEN_HELP, OPEN_PALETTE } from "./open";
import { useShortcuts } from "./use-shortcuts";

// Loaded on demand, because most visits need neither.
const Palette = onDemand({
  load: async () => (await import("./palette")).Palette,
  isOpen: ({ isOpen }) => isOpen,
});
const ShortcutHelp = onDemand({
  load: async () => (await import("./shortcut-help")).ShortcutHelp,
  isOpen: ({ isOpen }) => isOpen,
});

/** The keyboard access: command palette, shortcuts and their help dialog. */
export function Commands() {
  const router = useRouter();
  const { pages } = useNavigation();
  const [isOn, setIsOn] = useLocalStorage({ key: "latchkey-shortcuts", defaultValue: true });
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  // Stays mounted after the first opening, so that it closes with its transition and reopens
  // instantly.
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState("");
  const show = (what: "palette" | "help") => {
    // Reset on opening, not on closing: while fading out it still shows the last search.
    if (open !== "palette") setQuery("");
    setLoaded((before) => new Set([...before, what]));
    setOpen(what);
  };
  useOpenEvents(show);
  useTypedAhead(open === "palette", (letter) => setQuery((before) => before + letter));

  useShortcuts(
    {
      "?": () => show("help"),
      "/": focusSearch,
      ...Object.fromEntries(pages.map(({ key, href }) => [`g ${key}`, () => router.push(href)])),
    },
    isOn && open === null,
  );

  return (
    <>
      {loaded.has("palette") && (
        <Palette
          isOpen={open === "palette"}
          onClose={() => setOpen(null)}
          query={query}
          onQuery={setQuery}
        />
      )}
      {loaded.has("help") && (
        <ShortcutHelp
          pages={pages}
          isOpen={open === "help"}
          onClose={() => setOpen(null)}
          isOn={isOn}
          onSwitch={setIsOn}
        />
      )}
    </>
  );
}

function useOpenEvents(show: (what: "palette" | "help") => void): void {
  useWindowEvent("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
    // Not over another dialog, which would lose what is being typed there.
    const dialogs = document.querySelectorAll("[aria-modal=true]:not([data-palette] *)");
    if ([...dialogs].some((dialog) => dialog.checkVisibility())) return;
    event.preventDefault();
    show("palette");
  });
  useWindowEvent(OPEN_PALETTE, () => show("palette"));
  useWindowEvent(OPEN_HELP, () => show("help"));
}

/** Focuses the search field of the list, if the page has one. */
function focusSearch(): void {
  const field = document.querySelector("main input[type=search]");
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

/**
 * Passes on keystrokes while the palette `isOn` and its field doesn't have the focus yet: users
 * may type before it is visible, and the first time it has to be loaded.
 */
function useTypedAhead(isOn: boolean, onType: (letter: string) => void): void {
  useWindowEvent("keydown", (event) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    if (event.target instanceof Element && event.target.closest("[data-palette]")) return;
    event.preventDefault();
    onType(event.key);
  });
}
