import { NotFoundPage } from "@/app/_ui/feedback/not-found-page";
import { IconKeyOff } from "@/app/_ui/icons/icons";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <NotFoundPage title="API key" one="Key" all="keys" icon={IconKeyOff}>
      <PartnerTextLink path="/api-keys?show=all">View all keys</PartnerTextLink>
    </NotFoundPage>
  );
}
