import { PartnerNotFound } from "@/app/_ui/feedback/partner-not-found";
import { SignedIn } from "@/app/_ui/layout/signed-in";
import { WithoutPartner } from "@/app/_ui/layout/without-partner";

/** Replaces the layout of an unknown partner, so it has a shell of its own. */
export default function NotFound() {
  return (
    <WithoutPartner>
      <SignedIn>
        <PartnerNotFound />
      </SignedIn>
    </WithoutPartner>
  );
}
