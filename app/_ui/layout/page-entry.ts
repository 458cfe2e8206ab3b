import type { IconKey } from "@/app/_ui/icons/icons";

export type Icon = typeof IconKey;

/** A page in the navigation, the command palette and the keyboard shortcuts. */
export type PageEntry = {
  href: string;
  label: string;
  /** Other words by which the command palette finds it. */
  also: string;
  Icon: Icon;
  /** The shortcut key after "g". */
  key: string;
  /** The prefix of IDs that the page can look up, and the URL that the ID is appended to. */
  finds?: { prefix: string; what: string; href: string };
};
