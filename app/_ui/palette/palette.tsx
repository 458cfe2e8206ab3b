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
import { searchable } from "@/server/core/values/invisible";
import { type Command, type Group, matching } from "./command";
import { openShortcutHelp } from "./open";
import classes from "./palette.module.css";
import { useFound } from "./use-found";
import { useSelection } from "./use-selection";

type Icon = typeof IconBook;
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
  const typed = searchable(query).trim();
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const { isOperator } = useNavigation();
  const found = useFound({ typed, settled, isOn: isOpen });
  const fixed = useCommands().map(({ label, commands }) => {
    return { label, commands: matching(commands, query) };
  });
  const groups = [...found.groups, ...fixed, ...found.last].filter(
    ({ commands }) => commands.length > 0,
  );
  const none = found.hasFailed ? "The search failed. Try again." : "No results";
  const onArrow = useSelection(store, { query, groups });

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
        placeholder={
          isOperator ? "Search, or enter an email, ID or key…" : "Search or paste an ID…"
        }
        onKeyDown={onArrow}
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
            {found.isSearching || settled !== typed ? "Searching…" : none}
            {isOperator && (
              <span className={classes.emptyHint}>
                To find a customer or user of any partner, enter the whole email address. Charges
                and customers are also found by their external ID.
              </span>
            )}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
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
    also: "appearance mode color",
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
        ...pages.map(({ href, label, also, Icon, key }) => ({
          id: href,
          label,
          also,
          Icon,
          hint: `G ${key.toUpperCase()}`,
          run: () => router.push(href),
        })),
        {
          id: "/docs",
          label: "API reference",
          also: "documentation docs",
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
