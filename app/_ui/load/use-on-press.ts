import { useState } from "react";
import { release } from "@/app/_trpc/release";

/**
 * Loads a part when its button is pressed, and begins as soon as the pointer reaches the button.
 * `Part` is null until then; `button` is what the button needs.
 */
export function useOnPress<Part>(load: () => Promise<Part>) {
  const [Part, setPart] = useState<Part | null>(null);
  const open = async () => {
    const loaded = await load().catch(release.partFailed);
    if (loaded) setPart(() => loaded);
  };
  const button = {
    "aria-expanded": false,
    onPointerEnter: () => void load().catch(() => undefined),
    onClick: () => void open(),
  } as const;
  return { Part, button };
}
