import { GIVEN } from "../../core/payout-details/testing/given";
import { OTHER, type PartnerThings, type Row, type Who } from "./callers";

/** Valid details, to which a test adds the holder. */
export const { holder: _, ...DETAILS } = GIVEN;

let made = 0;

const MEMBERS: Who[] = ["viewer", "developer", "owner"];
const SUSPENDED: Who = "owner while suspended";

/** The procedures of a partner's payout details. */
export function payoutDetailsRows(of: () => PartnerThings): Record<string, Row> {
  const row = (ok: Who[], input: () => object = () => ({})): Row => ({
    input: () => ({ partner: of().partner.code, ...input() }),
    ok,
    notFound: OTHER,
    suspended: "partner_suspended",
  });
  const read = row([...MEMBERS, "operator", SUSPENDED]);
  return {
    "payoutDetails.get": read,
    "payoutDetails.history": read,
    "payoutDetails.change": row(["owner"], () => ({
      ...DETAILS,
      holder: `Holder ${++made}`,
      seen: {},
    })),
    "payoutDetails.cancel": row(["owner", "operator", SUSPENDED], () => ({
      detailsId: of().ids.details,
    })),
  };
}
