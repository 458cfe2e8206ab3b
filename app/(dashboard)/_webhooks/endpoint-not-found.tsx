"use client";

import { Empty } from "@/app/_ui/feedback/empty";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";
import { useOwner } from "./use-owner";

/** In place of an endpoint that its owner, a partner or the platform, does not have. */
export function EndpointNotFound() {
  const { hrefOf } = useOwner();
  return (
    <>
      <PageHeader title="Webhook endpoint" />
      <Empty
        icon={<IconWebhook size={28} stroke={1.5} aria-hidden />}
        title="Webhook endpoint not found"
        description="Check the link, or view all endpoints."
      >
        <TextLink href={hrefOf()}>View all endpoints</TextLink>
      </Empty>
    </>
  );
}
