"use client";

import "@mantine/spotlight/styles.layer.css";
import { useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useNavigation } from "@/app/_trpc/use-partner";
import {
  IconBook,
  IconDeviceDesktop,
  IconKeyboard,
  IconMoon,
  IconSearch,
  IconSun,
} from "@/app/_ui/icons/icons";
import { ACTIONS, partnerPath } from "@/app/_ui/layout/pages";
import { openShortcutHelp } from "./open";
import classes from "./palette.module.css";
import { type Command, useFound } from "./use-found";

type Icon = typeof IconBook;
type Group = { label: string; commands: Command[] };
type Props = {
  isOpen: boolean;
  onClose: () => void;
  query: string;
  onQuery: (query: string) => void;
};

const [store, control] = createSpotlight();
const TYPING_MS = 150;

/** The command palette: finds pages, actions, keys, customers and pasted IDs. */
export function Palette({ isOpen, onClose, query, onQuery }: Props) {
  const [settled] = useDebouncedValue(query.trim(), TYPING_MS);
  const found = useFound(settled, isOpen);
  const fixed = useCommands().map((group) => ({ ...group, commands: matching(group, query) }));
  const groups = [...found.groups, ...fixed].filter(({ commands }) => commands.length > 0);

  useEffect(() => {
    if (isOpen) control.open();
  }, [isOpen]);

  return (
    <Spotlight.Root
      data-palette
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={onQuery}
      onSpotlightClose={onClose}
      // It opens from anywhere; if nothing had the focus, the page must not scroll.
      onExitTransitionEnd={() => undefined}
      title={<VisuallyHidden>Search and commands</VisuallyHidden>}
      centered={false}
      classNames={{ header: classes.header, search: classes.search, actionsGroup: classes.group }}
      size={600}
      yOffset="14vh"
      radius="lg"
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        aria-label="Search and commands"
        placeholder="Search or paste an ID…"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        maxLength={200}
      />
      <Spotlight.ActionsList aria-label="Results">
        {groups.map(({ label, commands }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {commands.map(({ id, label: name, hint, Icon, run }) => (
              <Spotlight.Action key={id} onClick={run} className={classes.action}>
                <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
                <span className={classes.name}>{name}</span>
                {hint && <span className={classes.hint}>{hint}</span>}
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && (
          <Spotlight.Empty>
            {found.isSearching || settled !== query.trim() ? "Searching…" : "No results"}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function matching({ commands }: Group, query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The entries that don't depend on a search. */
function useCommands(): Group[] {
  const { partner, pages } = useNavigation();
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const actions = useActions(partner);
  const look = (label: string, scheme: "light" | "dark" | "auto", Icon: Icon): Command => ({
    id: scheme,
    label,
    Icon,
    run: () => setColorScheme(scheme),
  });
  return [
    {
      label: "Actions",
      commands: actions.map(({ href, label, Icon }) => ({
        id: href,
        label,
        Icon,
        run: () => router.push(href),
      })),
    },
    {
      label: "Go to",
      commands: [
        ...pages.map(({ href, label, Icon, key }) => ({
          id: href,
          label,
          Icon,
          hint: `G ${key.toUpperCase()}`,
          run: () => router.push(href),
        })),
        {
          id: "/docs",
          label: "API reference",
          Icon: IconBook,
          run: () => router.push("/docs"),
        },
      ],
    },
    {
      label: "More",
      commands: [
        look("Switch to light theme", "light", IconSun),
        look("Switch to dark theme", "dark", IconMoon),
        look("Use system theme", "auto", IconDeviceDesktop),
        { id: "help", label: "Keyboard shortcuts", hint: "?", Icon: IconKeyboard, run: openHelp },
      ],
    },
  ];
}

/** The actions that this user may start for the partner. */
function useActions(partner: string | null) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.session.access.queryOptions({ partner: partner ?? "" }, { enabled: partner !== null }),
  );
  if (partner === null || !data) return [];
  return ACTIONS.filter(({ needs }) => data.access[needs] === "allowed").map((action) => ({
    ...action,
    href: partnerPath(partner, action.path),
  }));
}

// After the palette has restored the focus, so that the list restores it to the same element.
function openHelp(): void {
  setTimeout(openShortcutHelp, 200);
}
