"use client";

import { NotFoundPage } from "@/app/_ui/feedback/not-found-page";
import { IconWebhook } from "@/app/_ui/icons/icons";
import { TextLink } from "@/app/_ui/layout/text-link";
import { useOwner } from "./use-owner";

/** Replaces the page of an endpoint that its owner, a partner or the platform, does not have. */
export function EndpointNotFound() {
  const { hrefOf } = useOwner();
  return (
    <NotFoundPage
      title="Webhook endpoint"
      one="Webhook endpoint"
      all="endpoints"
      icon={IconWebhook}
    >
      <TextLink href={hrefOf()}>View all endpoints</TextLink>
    </NotFoundPage>
  );
}
