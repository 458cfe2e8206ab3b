import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DASHBOARD_FOLDER = fileURLToPath(new URL("../../app/(dashboard)", import.meta.url));

/** URLs of a partner that only redirect to another page. */
const LEADS_ON = ["", "/settings"];

/**
 * The URLs of the pages below a folder of the dashboard, without detail pages like
 * `/customers/[id]`.
 */
function pagesIn(folder: string): string[] {
  const files = readdirSync(join(DASHBOARD_FOLDER, folder), { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => basename(file) === "page.tsx" && !file.includes("["));
  const addresses = pages.map((file) => `/${dirname(file)}`.replace("/.", ""));
  return addresses.sort();
}

/** The pages of a partner, below `/partners/<code>`. */
export const PARTNER_PAGES = pagesIn("partners/[partner]").filter(
  (path) => !LEADS_ON.includes(path),
);

/**
 * The pages of a partner's members, for tests that apply to every page. Without the partner these
 * are old URLs, which redirect to the signed-in user's partner.
 */
export const DASHBOARD = [...PARTNER_PAGES, "/account", "/notifications"];

/** The pages of the operators' console. */
export const OPERATOR_PAGES = pagesIn("operator").map((path) => `/operator${path}`);

/** Matches the URL of any partner's page: "/logs" is "/partners/acme/logs". */
export function at(path: string): RegExp {
  return new RegExp(`/partners/[a-z0-9-]+${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
