import type { KeyEvent } from "@/app/_trpc/types";
import { limitText } from "@/server/core/keys/limits";

type Detail = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const rate = (value: unknown): string =>
  typeof value === "number" ? limitText(value) : "the default limit";
const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
const networks = (after: unknown): string =>
  list(after) === "" ? "Usable from any IP address" : `Usable only from ${list(after)}`;
const list = (value: unknown): string => names(value).join(", ");

/** The actions as text. The times in their details are RFC 3339. */
const WORDS: Record<string, (detail: Detail, keyId: string) => string> = {
  "key.issued": ({ scopes }) =>
    list(scopes) === "" ? "Created with no scopes" : `Created with scopes: ${list(scopes)}`,
  "key.rotated": ({ successor }, keyId) =>
    successor === keyId ? "Created by rotation" : "Rotated",
  "key.revoked": ({ at }) => (typeof at === "string" ? "Revoked, effective" : "Revoked"),
  "key.renamed": ({ before, after }) => `Renamed from “${text(before)}” to “${text(after)}”`,
  "key.expiry_set": ({ after }) => (after === null ? "Expiration removed" : "Expiration set to"),
  "key.narrowed": ({ removed }) => `Scopes removed: ${list(removed)}`,
  "key.scope_removed": ({ removed }) =>
    `Scope removed, because it no longer exists: ${list(removed)}`,
  "key.widened": ({ added, removed }) =>
    [
      `Scopes added: ${list(added) || "none"}`,
      ...(names(removed).length > 0 ? [`removed: ${list(removed)}`] : []),
    ].join("; "),
  "key.networks_narrowed": ({ after }) => networks(after),
  "key.networks_widened": ({ after }) => networks(after),
  "key.leaked": ({ url }) => `Found in public${text(url) === "" ? "" : ` at ${text(url)}`}`,
  "key.leak_dismissed": () => "Leak dismissed",
  "key.limit_set": ({ before, after }) =>
    `Rate limit changed from ${rate(before)} to ${rate(after)}`,
  "limit_request.opened": ({ wanted }) => `Requested limit of ${rate(wanted)}`,
  "limit_request.approved": ({ grantedPerMinute }) =>
    `Limit increase approved: ${rate(grantedPerMinute)}`,
  "limit_request.declined": ({ answer }) => `Limit increase declined: ${text(answer)}`,
};

/** Describes an event in a key's history, with the time that it set, if any. */
export function describe({ action, detail }: KeyEvent, keyId: string) {
  const known = isDetail(detail) ? detail : {};
  const what = WORDS[action]?.(known, keyId) ?? action;
  const at = action === "key.revoked" ? known.at : action === "key.expiry_set" ? known.after : null;
  return { what, at: typeof at === "string" ? at : null };
}

function isDetail(detail: unknown): detail is Detail {
  return typeof detail === "object" && detail !== null && !Array.isArray(detail);
}
