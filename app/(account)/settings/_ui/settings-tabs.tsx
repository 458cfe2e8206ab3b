"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useMe } from "@/app/_trpc/use-me";
import classes from "./settings.module.css";

const TABS = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/audit-log", label: "Audit log" },
] as const;

/** The pages of the settings. Operators have only their own account. */
export function SettingsTabs() {
  const me = useMe();
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
