import { Empty } from "@/app/_ui/feedback/empty";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Webhook endpoint" />
      <Empty
        icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
        title="Webhook endpoint not found"
        description="Check the link, or view all endpoints."
      >
        <PartnerTextLink path="/webhooks">View all endpoints</PartnerTextLink>
      </Empty>
    </>
  );
}
