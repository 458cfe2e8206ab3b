"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { usePartnerPath } from "@/app/_trpc/use-partner";
import { PageLink } from "@/app/_ui/layout/page-link";
import classes from "@/app/_ui/layout/settings.module.css";

const TABS = [
  { path: "/settings/profile", label: "Profile" },
  { path: "/settings/team", label: "Team" },
  { path: "/settings/terms", label: "Terms" },
  { path: "/settings/payout-details", label: "Payout details" },
  { path: "/settings/alerts", label: "Alerts" },
  { path: "/settings/audit-log", label: "Audit log" },
] as const;

export function SettingsTabs() {
  const pathname = usePathname();
  const pathOf = usePartnerPath();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another path has another tab.
  useEffect(() => {
    const tab = nav.current?.querySelector("[aria-current]");
    tab?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav ref={nav} className={classes.tabs} aria-label="Settings">
      {TABS.map(({ path, label }) => (
        <PageLink
          key={path}
          href={pathOf(path)}
          className={classes.tab}
          aria-current={pathname === pathOf(path) ? "page" : undefined}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
