import { Empty } from "@/app/_ui/feedback/empty";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";

export default function NotFound() {
  return (
    <>
      <PageHeader title="Webhook endpoint" />
      <Empty
        icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
        title="Webhook endpoint not found"
        description="Check the link. Partners' endpoints are on their own pages."
      >
        <TextLink href="/operator/webhooks">View all endpoints</TextLink>
      </Empty>
    </>
  );
}
