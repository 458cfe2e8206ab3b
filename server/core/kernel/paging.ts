import { z } from "zod";
import { canonicalJson } from "../values/canonical";
import type { Core } from "./actor";
import { fail } from "./errors";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;
const LIMITS = `Must be an integer from 1 to ${MAX_LIMIT}.`;
const MAC_BYTES = 16;

const toNumber = (limit: string | number) =>
  typeof limit === "string" && /^\d{1,9}$/.test(limit) ? Number(limit) : limit;

/** The page of a list. A query string sends the number as digits. */
export const PageQuery = {
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .describe("`next_cursor` from the previous page, exactly as given"),
  limit: z
    .preprocess(toNumber, z.int(LIMITS).min(1, LIMITS).max(MAX_LIMIT, LIMITS))
    .default(DEFAULT_LIMIT)
    .describe(`Number of items to return. Default: ${DEFAULT_LIMIT}`),
};

/** The page parameters of core's lists; the interfaces validate them with PageQuery. */
export type Pages = { cursor?: string | undefined; limit: number };

/** A page; `nextCursor` is null on the last one. */
export type Page<T> = { data: T[]; nextCursor: string | null };

/** The schema of a page of `item`. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).describe("The items on this page"),
    nextCursor: z.string().nullable().describe("Cursor for the next page; null on the last page"),
  });
}

/** A cursor is bound to its list, partner and filter; elsewhere it is invalid. */
export type ListOf = { list: string; partnerId: string; filter: object };

/** The sort key of the last row shown, after which a list continues. */
export type Position = readonly string[];

/**
 * The position in a cursor; null without one. Throws `invalid_request` for a cursor that we did not
 * issue.
 */
export function readCursor(core: Core, of: ListOf, cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.subarray(MAC_BYTES).toString("utf8");
  // Compared after encoding again, because base64url has several spellings of the same bytes.
  const isOurs =
    bytes.toString("base64url") === cursor &&
    bytes.length > MAC_BYTES &&
    core.isSignature(signedText(of, text), bytes.subarray(0, MAC_BYTES));
  if (!isOurs) fail("invalid_request", { message: "The cursor doesn't belong to this list." });
  return JSON.parse(text) as Position;
}

/** The page of `rows`, which hold one row more than `limit` if there is a next page. */
export function cutPage<Row>(
  core: Core,
  of: ListOf,
  found: { rows: readonly Row[]; limit: number; position: (row: Row) => Position },
): Page<Row> {
  const data = found.rows.slice(0, found.limit);
  const last = data.at(-1);
  if (found.rows.length <= found.limit || last === undefined) return { data, nextCursor: null };
  const text = JSON.stringify(found.position(last));
  const mac = core.sign(signedText(of, text)).subarray(0, MAC_BYTES);
  const bytes = Buffer.concat([mac, Buffer.from(text)]);
  return { data, nextCursor: bytes.toString("base64url") };
}

function signedText(of: ListOf, text: string): string {
  return canonicalJson(["cursor", of, text]);
}
