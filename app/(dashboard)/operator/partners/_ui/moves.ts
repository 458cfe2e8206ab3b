import type { PartnerRow } from "@/app/_trpc/types";

export type PartnerMoveKind = "suspend" | "reactivate" | "terminate";

/** A change of a partner's status that an operator is about to confirm. */
export type PartnerMove = { kind: PartnerMoveKind; partner: PartnerRow };

/** The changes that each status allows. */
export const MOVES_OF: Record<PartnerRow["status"], readonly PartnerMoveKind[]> = {
  active: ["suspend", "terminate"],
  suspended: ["reactivate", "terminate"],
  terminated: [],
};

export const MOVE_LABELS: Record<PartnerMoveKind, string> = {
  suspend: "Suspend",
  reactivate: "Reactivate",
  terminate: "Terminate",
};
