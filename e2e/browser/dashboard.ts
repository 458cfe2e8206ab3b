import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** Addresses that only lead on to another page. */
const LEADS_ON = ["/settings", "/settings/password"];

/** The addresses of the pages in a folder of app/, but for those of one thing, like `/customers/[id]`. */
export function pagesIn(folder: string): string[] {
  const files = readdirSync(join(APP, folder), { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => basename(file) === "page.tsx" && !file.includes("["));
  const addresses = pages.map((file) => `/${dirname(file)}`);
  return addresses.filter((address) => !LEADS_ON.includes(address)).sort();
}

/** The pages of partners' people, for what holds on every page. */
export const DASHBOARD = [...pagesIn("(partner)"), ...pagesIn("(account)")];

/** The pages of those who run the platform. */
export const OPERATOR_PAGES = pagesIn("(operator)");
