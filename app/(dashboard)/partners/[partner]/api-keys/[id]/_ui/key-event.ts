import type { KeyEvent } from "@/app/_trpc/types";
import { perMinute } from "@/app/_ui/format/formats";

type Detail = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const rate = (value: unknown): string =>
  typeof value === "number" ? perMinute(value) : "the default";
const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
const list = (value: unknown): string => names(value).join(", ");

/** The actions as text. The times in their details are RFC 3339. */
const WORDS: Record<string, (detail: Detail, keyId: string) => string> = {
  "key.issued": ({ scopes }) => `Issued with ${list(scopes) || "no scopes"}`,
  "key.rotated": ({ successor }, keyId) =>
    successor === keyId ? "Made by a rotation" : "Rotated: a successor was made",
  "key.revoked": () => "Revoked",
  "key.renamed": ({ before, after }) => `Renamed from “${text(before)}” to “${text(after)}”`,
  "key.expiry_set": ({ after }) => (after === null ? "Expires no more" : "Expiry set"),
  "key.narrowed": ({ removed }) => `Scopes taken away: ${list(removed)}`,
  "key.widened": ({ added, removed }) =>
    [
      `Scopes added: ${list(added) || "none"}`,
      ...(names(removed).length > 0 ? [`taken away: ${list(removed)}`] : []),
    ].join("; "),
  "key.limit_set": ({ before, after }) => `Limit changed from ${rate(before)} to ${rate(after)}`,
  "limit_request.opened": ({ wanted }) => `Asked for a limit of ${rate(wanted)}`,
  "limit_request.approved": ({ grantedPerMinute }) => `Limit of ${rate(grantedPerMinute)} granted`,
  "limit_request.declined": ({ answer }) => `Higher limit declined: ${text(answer)}`,
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
