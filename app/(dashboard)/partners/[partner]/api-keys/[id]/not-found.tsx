import { Empty } from "@/app/_ui/feedback/empty";
import { IconKeyOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="API key" />
      <Empty
        icon={<IconKeyOff size={28} stroke={1.5} aria-hidden />}
        title="Key not found"
        description="Check the link, or view all keys."
      >
        <PartnerTextLink path="/api-keys?show=all">View all keys</PartnerTextLink>
      </Empty>
    </>
  );
}
