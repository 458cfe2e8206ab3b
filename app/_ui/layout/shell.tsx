"use client";

import {
  Alert,
  AppShell,
  Burger,
  Group,
  Kbd,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useIsOperator, useMe } from "@/app/_trpc/use-me";
import { useCurrentPartner, useNavigation, usePartner } from "@/app/_trpc/use-partner";
import { useSameUser } from "@/app/_trpc/use-same-user";
import { ReauthenticationDialog } from "@/app/_ui/dialog/reauthentication-dialog";
import { Tips } from "@/app/_ui/feedback/tips";
import { useReopenedDrafts } from "@/app/_ui/form/use-reopened-drafts";
import { IconAlertTriangle, IconSearch } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import { Commands } from "@/app/_ui/palette/commands";
import { openPalette, useModKey } from "@/app/_ui/palette/open";
import { Bell } from "./bell";
import { Wordmark } from "./logo";
import { pageAt } from "./pages";
import classes from "./shell.module.css";
import { Support } from "./support";
import { UserMenu } from "./user-menu";

/**
 * The layout of every page behind sign-in: navigation, user menu and the notice of a suspended
 * partner.
 */
export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const pathname = usePathname();
  const inAddress = useCurrentPartner();
  const { partner, pages, isOperator } = useNavigation();
  const current = pageAt(pathname, pages)?.href;
  useReopenedDrafts();
  useSameUser();

  function leave({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
    // The user's menu, which React counts as part of the navigation, has an Escape of its own.
    if (!isOpen || key !== "Escape" || !currentTarget.contains(target as Node)) return;
    close();
    burger.current?.focus();
  }

  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={0}
      withBorder={false}
    >
      <ReauthenticationDialog />
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className={classes.header} hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Wordmark />
          <Text size="sm" fw={600} truncate dir="auto" ta="left" className={classes.whose}>
            <Place />
          </Text>
          <Bell />
          <Burger
            ref={burger}
            opened={isOpen}
            onClick={toggle}
            onKeyDown={leave}
            size="sm"
            aria-label={isOpen ? "Close navigation" : "Open navigation"}
            aria-expanded={isOpen}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        className={classes.navbar}
        aria-label="Main"
        mod={{ closed: !isOpen }}
        onKeyDown={leave}
      >
        <div className={classes.brand}>
          <Wordmark />
          <Bell />
        </div>
        <div className={classes.place}>
          <Text size="xs" c="dimmed">
            {partner === null ? "Platform" : "Partner"}
          </Text>
          <Text size="sm" fw={600} truncate dir="auto" ta="left">
            <Place />
          </Text>
          {isOperator && inAddress !== null && <MixedScripts />}
        </div>
        <SearchButton />
        <Stack gap={2} className={classes.pages}>
          {pages.map(({ href, label, Icon }) => (
            <NavLink
              key={href}
              component={PageLink}
              href={href}
              label={label}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              rightSection={href === "/operator/limit-requests" && <OpenRequests />}
              active={href === current}
              aria-current={href === current ? "page" : undefined}
              onClick={close}
              className={classes.page}
            />
          ))}
        </Stack>
        <div className={classes.user}>
          <UserMenu onNavigate={close} />
        </div>
      </AppShell.Navbar>
      {/* The open navigation would cover what has the focus. */}
      <AppShell.Main onFocus={close}>
        <div id="content" tabIndex={-1} className={classes.content}>
          {inAddress !== null && <SuspendedBanner />}
          {children}
        </div>
      </AppShell.Main>
      <Commands />
      <Tips />
    </AppShell>
  );
}

function SearchButton() {
  const mod = useModKey();
  return (
    <UnstyledButton
      className={classes.search}
      onClick={openPalette}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={16} stroke={1.6} aria-hidden />
      <span className={classes.searchLabel}>Search</span>
      <Kbd size="xs" aria-hidden>
        {mod} K
      </Kbd>
    </UnstyledButton>
  );
}

const COUNT_EVERY_MS = 60_000;

/** The number of limit requests to decide; renders nothing when there are none. */
function OpenRequests() {
  const trpc = useTRPC();
  const { data: counts } = useQuery(
    trpc.limitRequests.counts.queryOptions(undefined, { refetchInterval: COUNT_EVERY_MS }),
  );
  if (!counts?.open) return null;
  return (
    <span className={classes.count}>
      {counts.open}
      <VisuallyHidden> pending</VisuallyHidden>
    </span>
  );
}

/** The name of the partner whose page is open, or of the operator console. */
function Place() {
  const own = useMe().partner?.name ?? "Operator console";
  return useCurrentPartner() === null ? own : <PartnerName />;
}

function PartnerName() {
  return usePartner().partner.name;
}

/** Tells operators that the partner's name may look like another one. */
function MixedScripts() {
  const { mixedScripts } = usePartner();
  if (!mixedScripts) return null;
  return (
    <Text size="xs" c="dimmed">
      {mixedScripts}
    </Text>
  );
}

/** Explains what a suspended or terminated partner can do, with the operators' reason. */
function SuspendedBanner() {
  const { partner, suspendedReason: reason, terminatedAt } = usePartner();
  const isOperator = useIsOperator();
  if (partner.status !== "suspended") return null;
  const isTerminated = terminatedAt !== null;
  return (
    <Alert
      color="brass"
      mb="xl"
      radius="lg"
      title={isTerminated ? "This account is terminated" : "This account is suspended"}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {reason && (
        <Text size="sm" fw={600} mb={4}>
          {reason}
        </Text>
      )}
      {isOperator ? forOperators(isTerminated) : <StillPossible isTerminated={isTerminated} />}
    </Alert>
  );
}

function forOperators(isTerminated: boolean): string {
  return isTerminated
    ? "The account is read-only for good. Its months are still closed and paid, its users can update payout details, and keys can be revoked."
    : "The account is read-only: its users can revoke keys but can't create them, and API writes return 403.";
}

/** Which actions are left depends on the role: a viewer only reads. */
function StillPossible({ isTerminated }: { isTerminated: boolean }) {
  const { access } = usePartner();
  const actions = [
    "view data",
    access["key.revoked"] === "allowed" && "revoke or restrict keys",
    access["payout_details.changed"] === "allowed" && "update your payout details",
  ];
  const list = new Intl.ListFormat("en").format(actions.filter((action) => action !== false));
  return (
    <>
      Your account is read-only{isTerminated && " for good"}, and API writes return 403. You can
      still {list}. {isTerminated && "What you have earned is still paid. "}
      <Support>Contact support</Support>{" "}
      {isTerminated ? "if you have questions." : "to reactivate your account."}
    </>
  );
}
