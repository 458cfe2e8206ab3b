import { Count } from "@/app/_ui/format/money";
import { PartnerLink } from "@/app/_ui/layout/partner-link";
import classes from "./charges.module.css";
import { chargesHref } from "./filter";

type Props = {
  refunds: number;
  /** The filter that finds them. */
  of: Omit<Parameters<typeof chargesHref>[0], "type">;
};

/** `2 refunds`, a link to them. */
export function RefundsLink({ refunds, of }: Props) {
  if (refunds === 0) return "No refunds";
  return (
    <PartnerLink path={chargesHref({ ...of, type: "refund" })} className={classes.lead}>
      <Count value={refunds} /> {refunds === 1 ? "refund" : "refunds"}
    </PartnerLink>
  );
}
