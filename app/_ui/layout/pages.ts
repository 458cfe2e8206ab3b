import {
  IconArrowLeft,
  IconBolt,
  IconCash,
  IconChartLine,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconReceipt,
  IconSend,
  IconSettings,
  IconTag,
  IconUsers,
  IconWebhook,
} from "@/app/_ui/icons/icons";
import type { OfferedAction } from "@/server/core/registry";
import { OPERATOR, OWN } from "./operator-pages";
import type { Icon, PageEntry } from "./page-entry";

const PARTNER: readonly PageEntry[] = [
  {
    href: "/overview",
    label: "Overview",
    also: "home dashboard",
    Icon: IconLayoutDashboard,
    key: "o",
  },
  {
    href: "/api-keys",
    label: "API keys",
    also: "tokens credentials secrets",
    Icon: IconKey,
    key: "k",
    finds: { prefix: "key_", what: "key", href: "/api-keys/" },
  },
  {
    href: "/logs",
    label: "Logs",
    also: "request log requests calls errors",
    Icon: IconListDetails,
    key: "l",
    finds: { prefix: "req_", what: "request", href: "/logs?request=" },
  },
  {
    href: "/customers",
    label: "Customers",
    also: "accounts",
    Icon: IconUsers,
    key: "c",
    finds: { prefix: "acc_", what: "customer", href: "/customers/" },
  },
  {
    href: "/charges",
    label: "Charges",
    also: "refunds billing invoices transactions",
    Icon: IconReceipt,
    key: "h",
    finds: { prefix: "chg_", what: "charge", href: "/charges?charge=" },
  },
  {
    href: "/metrics",
    label: "Metrics",
    also: "analytics statistics charts revenue",
    Icon: IconChartLine,
    key: "m",
  },
  { href: "/prices", label: "Prices", also: "pricing products", Icon: IconTag, key: "p" },
  {
    href: "/payouts",
    label: "Payouts",
    also: "revenue share money",
    Icon: IconCash,
    key: "y",
    finds: { prefix: "po_", what: "payout", href: "/payouts?payout=" },
  },
  {
    href: "/transfers",
    label: "Transfers",
    also: "paid bank money statements",
    Icon: IconSend,
    key: "t",
    finds: { prefix: "tr_", what: "transfer", href: "/transfers?transfer=" },
  },
  {
    href: "/webhooks",
    label: "Webhooks",
    also: "endpoints deliveries",
    Icon: IconWebhook,
    key: "w",
    finds: { prefix: "whe_", what: "webhook endpoint", href: "/webhooks/" },
  },
  {
    href: "/events",
    label: "Events",
    also: "feed history",
    Icon: IconBolt,
    key: "e",
    finds: { prefix: "evt_", what: "event", href: "/events?event=" },
  },
  {
    href: "/settings",
    label: "Settings",
    also: "team members people users invite branding profile audit logs terms revenue share payout details bank account iban",
    Icon: IconSettings,
    key: "s",
  },
];

const ALL_PARTNERS: PageEntry = {
  href: "/operator/partners",
  label: "All partners",
  also: "back operator",
  Icon: IconArrowLeft,
  key: "b",
};

/** The URL of a partner's page: "/logs" of "acme" is "/partners/acme/logs". */
export function partnerPath(code: string, path: string): string {
  return `/partners/${code}${path}`;
}

/**
 * The pages of the navigation, in order. `partner` is the code of the partner whose pages they are;
 * null for the platform's pages.
 */
export function pagesFor(partner: string | null, isOperator: boolean): readonly PageEntry[] {
  if (partner === null) return OPERATOR;
  const pages = PARTNER.map((page) => ({
    ...page,
    href: partnerPath(partner, page.href),
    ...(page.finds && {
      finds: { ...page.finds, href: partnerPath(partner, page.finds.href) },
    }),
  }));
  return isOperator ? [ALL_PARTNERS, ...pages] : [...pages, ...OWN];
}

/** An action in the command palette; `path` opens its dialog on a partner's page. */
type ActionEntry = { path: string; label: string; Icon: Icon; needs: OfferedAction };

/** The actions in the command palette on a partner's pages. */
export const ACTIONS: readonly ActionEntry[] = [
  { path: "/api-keys?new=true", label: "New key", Icon: IconKey, needs: "key.issued" },
  {
    path: "/customers?new=true",
    label: "New customer",
    Icon: IconUsers,
    needs: "customer.created",
  },
  {
    path: "/webhooks?new=true",
    label: "New webhook endpoint",
    Icon: IconWebhook,
    needs: "webhook_endpoint.created",
  },
];

/**
 * The page that a path belongs to: "/operator/x" belongs to "/operator" unless it is a page itself.
 */
export function pageAt(pathname: string, pages: readonly PageEntry[]): PageEntry | undefined {
  const above = pages.filter(({ href }) => pathname === href || pathname.startsWith(`${href}/`));
  return above.sort((a, b) => b.href.length - a.href.length)[0];
}
