import { NotFoundPage } from "@/app/_ui/feedback/not-found-page";
import { IconUserOff } from "@/app/_ui/icons/icons";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <NotFoundPage title="Customer" one="Customer" all="customers" icon={IconUserOff}>
      <PartnerTextLink path="/customers">View all customers</PartnerTextLink>
    </NotFoundPage>
  );
}
