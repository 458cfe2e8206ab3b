export type Who =
  | "nobody"
  | "viewer"
  | "developer"
  | "owner"
  | "operator"
  | "owner while suspended"
  | "owner of another partner";
export const ALL_CALLERS: Who[] = [
  "nobody",
  "viewer",
  "developer",
  "owner",
  "operator",
  "owner while suspended",
  "owner of another partner",
];

/** For each procedure: input about a thing of the partner, and each caller's expected result. */
export type Row = {
  input: () => unknown;
  ok: Who[];
  /** Callers who get `not_found` instead of `forbidden`. */
  notFound?: Who[];
  /** The result of other signed-in callers, if not `forbidden`. */
  otherwise?: string;
  /** The owner's result while the partner is suspended, if the action is not allowed then. */
  suspended?: string;
};
export const INVALID = "validation_failed";
export const WRONG_PROOF = { current: "x", code: "000000" };
const TEAM_MEMBERS: Who[] = ["viewer", "developer", "owner"];
export const DEVELOPERS: Who[] = ["developer", "owner"];
export const SUSPENDED: Who[] = ["owner while suspended"];
export const OTHER: Who[] = ["owner of another partner"];
/** All callers with an account. */
export const SIGNED_IN: Who[] = [...TEAM_MEMBERS, "operator", ...SUSPENDED, ...OTHER];

/** The things that a partner's rows refer to; the ids are read when a row is tested. */
export type PartnerThings = {
  partner: { code: string };
  ids: Record<
    | "key"
    | "customer"
    | "payout"
    | "transfer"
    | "charge"
    | "request"
    | "member"
    | "link"
    | "endpoint"
    | "event"
    | "ownEvent"
    | "alert"
    | "details",
    string
  >;
};

/** The row of a procedure that only operators may call. */
export const operate = (input: () => unknown): Row => ({ input, ok: ["operator"] });

/** Makes the row of a procedure that everybody of the partner may read. */
export const reader =
  (of: () => PartnerThings) =>
  (input: () => object = () => ({})): Row => ({
    input: () => ({ partner: of().partner.code, ...input() }),
    ok: [...TEAM_MEMBERS, "operator", ...SUSPENDED],
    notFound: OTHER,
  });
