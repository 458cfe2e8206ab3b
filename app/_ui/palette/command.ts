import type { IconKey } from "@/app/_ui/icons/icons";

/** An entry of the palette and its action. `also`: other words for it, which are not shown. */
export type Command = {
  id: string;
  label: string;
  hint?: string;
  also?: string;
  Icon: typeof IconKey;
  run: () => void;
};

export type Group = { label: string; commands: Command[] };

/** The commands that contain every word of the text. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint = "", also = "" }) => {
    const all = `${label} ${hint} ${also}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
