import { NotFoundPage } from "@/app/_ui/feedback/not-found-page";
import { IconFileOff } from "@/app/_ui/icons/icons";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <NotFoundPage title="Statement" one="Transfer" all="transfers" icon={IconFileOff}>
      <PartnerTextLink path="/transfers">View all transfers</PartnerTextLink>
    </NotFoundPage>
  );
}
