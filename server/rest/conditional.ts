import { hash } from "node:crypto";

/** The strong ETag of a representation (RFC 9110, section 8.8.3). */
export function etagOf(body: string | Uint8Array): string {
  return `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

/** Whether If-Match allows a write of this representation. Always true without the header. */
export function isExpected(ifMatch: string | null, etag: string): boolean {
  return ifMatch === null || lists(ifMatch, (tag) => tag === etag);
}

/** Whether the client already has this representation (If-None-Match, compared weakly). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch !== null && lists(ifNoneMatch, (tag) => tag.replace(/^W\//, "") === etag);
}

function lists(header: string, isMatch: (tag: string) => boolean): boolean {
  return header.split(",").some((part) => part.trim() === "*" || isMatch(part.trim()));
}
