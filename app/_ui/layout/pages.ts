import {
  IconBuildingStore,
  IconCash,
  IconChartLine,
  IconFileImport,
  IconGauge,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconSettings,
  IconTag,
  IconUserShield,
  IconUsers,
} from "@tabler/icons-react";

type Icon = typeof IconKey;

/** A page of the navigation, of the command palette and of the keyboard shortcuts. */
export type PageEntry = {
  href: string;
  label: string;
  Icon: Icon;
  /** The key that leads there after "g". */
  key: string;
  /** The prefix of ids that can be looked up there, and where an id leads to. */
  finds?: { prefix: string; what: string; href: (id: string) => string };
};

const PARTNER: readonly PageEntry[] = [
  { href: "/overview", label: "Overview", Icon: IconLayoutDashboard, key: "o" },
  {
    ...{ href: "/api-keys", label: "API keys", Icon: IconKey, key: "k" },
    finds: { prefix: "key_", what: "key", href: (id) => `/api-keys/${id}` },
  },
  {
    ...{ href: "/logs", label: "Request log", Icon: IconListDetails, key: "l" },
    finds: { prefix: "req_", what: "request", href: (id) => `/logs?request=${id}` },
  },
  {
    ...{ href: "/customers", label: "Customers", Icon: IconUsers, key: "c" },
    finds: { prefix: "acc_", what: "customer", href: (id) => `/customers/${id}` },
  },
  { href: "/metrics", label: "Metrics", Icon: IconChartLine, key: "m" },
  { href: "/prices", label: "Prices", Icon: IconTag, key: "p" },
  {
    ...{ href: "/payouts", label: "Payouts", Icon: IconCash, key: "y" },
    finds: { prefix: "po_", what: "payout", href: (id) => `/payouts?payout=${id}` },
  },
  { href: "/settings", label: "Settings", Icon: IconSettings, key: "s" },
];

const OPERATOR: readonly PageEntry[] = [
  {
    ...{ href: "/operator", label: "Partners", Icon: IconBuildingStore, key: "p" },
    finds: { prefix: "prt_", what: "partner", href: (id) => `/operator/partners/${id}` },
  },
  { href: "/operator/limit-requests", label: "Limit requests", Icon: IconGauge, key: "l" },
  { href: "/operator/payouts", label: "Payouts", Icon: IconCash, key: "y" },
  {
    ...{ href: "/operator/imports", label: "Imports", Icon: IconFileImport, key: "i" },
    finds: { prefix: "imp_", what: "import", href: (id) => `/operator/imports/${id}` },
  },
  { href: "/operator/operators", label: "Operators", Icon: IconUserShield, key: "o" },
  { href: "/operator/audit", label: "Audit log", Icon: IconHistory, key: "a" },
  { href: "/operator/health", label: "Health", Icon: IconHeartbeat, key: "h" },
  { href: "/settings", label: "Settings", Icon: IconSettings, key: "s" },
];

/** The pages of each kind of user, in the order of the navigation. One line a page. */
export const PAGES = { partner: PARTNER, operator: OPERATOR };

/** Something that can be begun from anywhere; `href` opens its dialog. */
export type ActionEntry = {
  href: string;
  label: string;
  Icon: Icon;
  /** What of `whoAmI().may` it needs. */
  needs: "manageKeys" | "createCustomers";
};

/** What partners can begin from the command palette. */
export const ACTIONS: readonly ActionEntry[] = [
  { href: "/api-keys?new=true", label: "New key", Icon: IconKey, needs: "manageKeys" },
  { href: "/customers?new=true", label: "New customer", Icon: IconUsers, needs: "createCustomers" },
];

/** The page that a path lies on: "/operator/x" is below "/operator" unless it is a page itself. */
export function pageAt(pathname: string, pages: readonly PageEntry[]): PageEntry | undefined {
  const above = pages.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  return above.sort((a, b) => b.href.length - a.href.length)[0];
}
