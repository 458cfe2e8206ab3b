import { partnerPath } from "@/app/_ui/layout/pages";

/** Pages of the user's own account that used to be among the settings. */
const OWN_ACCOUNT = /^\/settings\/(security|password)(?=$|[?#])/;

/**
 * The new URL of a page from before URLs contained the partner. `partner` is the code of the user's
 * own partner; null for operators, who have none.
 */
export function movedTo(
  path: string,
  partner: string | null,
): { location: string; isPermanent: boolean } {
  if (OWN_ACCOUNT.test(path)) {
    return { location: path.replace(OWN_ACCOUNT, "/account"), isPermanent: true };
  }
  // Temporary, because another user in the same browser may have another partner.
  if (partner !== null) return { location: partnerPath(partner, path), isPermanent: false };
  return { location: path.startsWith("/settings") ? "/account" : "/operator", isPermanent: false };
}

const TABS: Readonly<Record<string, string>> = {
  overview: "/overview",
  keys: "/api-keys",
  log: "/logs",
  customers: "/customers",
  prices: "/prices",
  payouts: "/payouts",
  team: "/settings/team",
};

/** The page that replaces a tab of the operators' old partner page, with the filters of its URL. */
export function movedTab(
  partner: { id: string; code: string },
  query: Readonly<Record<string, string | string[] | undefined>>,
): string {
  const { tab = "overview", ...rest } = query;
  if (tab === "audit") return `/operator/audit?partner=${partner.id}`;
  const filters = Object.entries(rest).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  const search = filters.length > 0 ? `?${new URLSearchParams(filters)}` : "";
  return partnerPath(partner.code, (TABS[String(tab)] ?? "/overview") + search);
}
