import { MAX_COST } from "../../core/keys/limits";
import { plainAddress } from "../../core/values/addresses";
import { MAX_SCOPE_LENGTH, MAX_SCOPES, ROUTE } from "./attempt-input";

export const MAX_KEY = 500;
export const MAX_PATH = 4_096;
export const MAX_HEADER = 1_000;
export const MAX_IDEMPOTENCY_KEY = 255;
export const METHOD = /^[A-Z]{1,20}$/;
/** Printable ASCII. */
export const PRINTABLE = /^[\x20-\x7e]*$/;

type Fits = (value: unknown) => boolean;

const isText = (value: unknown): value is string => typeof value === "string";

const isHeader =
  (longest: number): Fits =>
  (value) =>
    isText(value) && value.length <= longest && PRINTABLE.test(value);

const isScope: Fits = (value) =>
  isText(value) && value.length > 0 && value.length <= MAX_SCOPE_LENGTH;

/** The rules of the schema, by the field's name on the wire. */
const FITS = new Map<string, Fits>([
  ["key", (value) => isText(value) && value.length <= MAX_KEY],
  ["scopes", (value) => Array.isArray(value) && value.length <= MAX_SCOPES && value.every(isScope)],
  ["cost", (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COST],
  ["ip", (value) => isText(value) && value.length <= 100 && plainAddress(value) !== null],
  ["method", (value) => isText(value) && METHOD.test(value)],
  ["route", (value) => isText(value) && ROUTE.test(value)],
  ["path", isHeader(MAX_PATH)],
  ["client_id", isHeader(MAX_HEADER)],
  ["user_agent", isHeader(MAX_HEADER)],
  ["idempotency_key", isHeader(MAX_IDEMPOTENCY_KEY)],
]);

type Sent = {
  key?: string;
  scopes?: string[];
  cost?: number;
  ip?: string;
  method?: string;
  route?: string;
  path?: string;
  client_id?: string;
  user_agent?: string;
  idempotency_key?: string;
};

/**
 * Reads a body as its schema does; null for a body that the schema may refuse. A test compares the
 * two.
 */
export function plainVerifyKey(json: Readonly<Record<string, unknown>>) {
  for (const name of Object.keys(json)) if (!FITS.get(name)?.(json[name])) return null;
  // By the rules above.
  const sent = json as Sent;
  if (sent.key === undefined) return null;
  return {
    key: sent.key,
    scopes: sent.scopes ?? [],
    cost: sent.cost ?? 1,
    ip: sent.ip,
    method: sent.method ?? "POST",
    route: sent.route ?? "/",
    path: sent.path,
    clientId: sent.client_id,
    userAgent: sent.user_agent,
    idempotencyKey: sent.idempotency_key,
  };
}
