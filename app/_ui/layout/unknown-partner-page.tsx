import { OutsidePartner } from "@/app/_trpc/use-partner";
import { PartnerNotFound } from "@/app/_ui/feedback/partner-not-found";
import { Shell } from "./shell";

/** The whole page of an unknown partner. Its shell ignores the partner in the URL. */
export function UnknownPartnerPage() {
  return (
    <OutsidePartner value={true}>
      <Shell>
        <PartnerNotFound />
      </Shell>
    </OutsidePartner>
  );
}
