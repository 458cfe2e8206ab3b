import { Empty } from "@/app/_ui/feedback/empty";
import { IconUserOff } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Customer" />
      <Empty
        icon={<IconUserOff size={28} stroke={1.5} aria-hidden />}
        title="Customer not found"
        description="Check the link, or view all customers."
      >
        <PartnerTextLink path="/customers">View all customers</PartnerTextLink>
      </Empty>
    </>
  );
}
