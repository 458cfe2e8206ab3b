"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTRPC } from "@/app/_trpc/client";
import classes from "./settings.module.css";

const TABS = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/audit-log", label: "Audit log" },
] as const;

/** The pages of the settings. Operators have only their own account. */
export function SettingsTabs() {
  const trpc = useTRPC();
  const { data: me } = useSuspenseQuery(trpc.session.whoAmI.queryOptions());
  const pathname = usePathname();
  if (!me.partner) return null;
  const tabs = TABS.filter(({ href }) => !(me.isOnlooker && href === "/settings/security"));
  return (
    <nav className={classes.tabs} aria-label="Settings">
      {tabs.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          className={classes.tab}
          aria-current={pathname === href ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
