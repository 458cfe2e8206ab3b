import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const DASHBOARD_FOLDER = fileURLToPath(new URL("../../app/(dashboard)", import.meta.url));

/** Addresses that only lead on to another page. */
const LEADS_ON = ["/settings"];

/** The addresses of the pages below a folder of the dashboard, without those of one thing, like `/customers/[id]`. */
function pagesIn(folder: string): string[] {
  const files = readdirSync(join(DASHBOARD_FOLDER, folder), { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => basename(file) === "page.tsx" && !file.includes("["));
  const addresses = pages.map((file) => `/${dirname(file)}`.replace("/.", ""));
  return addresses.filter((address) => !LEADS_ON.includes(address)).sort();
}

/** The pages of a partner, below `/partners/<code>`. */
export const PARTNER_PAGES = pagesIn("partners/[partner]");

/**
 * The pages of partners' people, for what holds on every page. Without the partner these are old
 * addresses, which lead on to the partner of the person who is signed in.
 */
export const DASHBOARD = [...PARTNER_PAGES, "/account"];

/** The pages of those who run the platform. */
export const OPERATOR_PAGES = pagesIn("operator").map((path) => `/operator${path}`);

/** The address of a page of whichever partner: "/logs" is "/partners/acme/logs". */
export function at(path: string): RegExp {
  return new RegExp(`/partners/[a-z0-9-]+${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
