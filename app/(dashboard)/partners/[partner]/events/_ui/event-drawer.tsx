import { Alert } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { EventDelivery, PartnerEvent } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { DateTime } from "@/app/_ui/format/moment";
import { CodeBlock, prettyJson } from "@/app/_ui/layout/code-block";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Facts, Section } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { CopyId } from "@/app/_ui/table/cells";
import { DeliveryStatus } from "../../../../_webhooks/delivery-status";
import { useOwner } from "../../../../_webhooks/use-owner";
import classes from "./events.module.css";

const REFRESH_MS = 5_000;

type Props = { eventId: string | null; onClose: () => void };

/** An event as JSON, and its deliveries to the partner's endpoints, or to the platform's. */
export function EventDrawer({ eventId, onClose }: Props) {
  return (
    <DetailDrawer subject={eventId} title={() => "Event"} onClose={onClose}>
      {(id) => <Details eventId={id} />}
    </DetailDrawer>
  );
}

function Details({ eventId }: { eventId: string }) {
  const trpc = useTRPC();
  const { partner, hrefOf } = useOwner();
  const found = useQuery(
    trpc.events.get.queryOptions({ partner, eventId }, { refetchInterval: REFRESH_MS }),
  );
  if (!found.data) {
    if (found.isError && failureOf(found.error).code === "not_found") {
      return (
        <Alert color="brass" title="Event not found">
          It doesn&apos;t exist, is a test event, or is older than the retention period.
        </Alert>
      );
    }
    return <QueryStatus of={found} what="the event" rows={4} />;
  }
  const { event, json, deliveries } = found.data;
  return (
    <>
      <code className={classes.type}>{event.type}</code>
      <Section title="Details">
        <Facts
          of={[
            ["ID", <CopyId key="id" id={event.id} what="event ID" />],
            partner === null && ["Partner", <Partner key="partner" of={event} />],
            ["Sequence", `${event.sequence}`],
            ["Resource", <Subject key="subject" of={event} />],
            ["Time", <DateTime key="at" at={event.occurredAt} />],
          ]}
        />
      </Section>
      <Section title="Deliveries">
        {deliveries.length === 0 && (
          <p className={classes.none}>
            {partner === null
              ? "No webhook endpoint of the platform received this event. "
              : "No webhook endpoint received this event. "}
            <TextLink href={hrefOf()} size="sm">
              View webhooks
            </TextLink>
          </p>
        )}
        <ul className={classes.deliveries}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.endpointId} of={delivery} />
          ))}
        </ul>
      </Section>
      <Section title="Payload">
        <CodeBlock title="JSON" text={prettyJson(json)} />
      </Section>
    </>
  );
}

function DeliveryItem({ of: delivery }: { of: EventDelivery }) {
  const trpc = useTRPC();
  const { partner, manage, hrefOf } = useOwner();
  const queryClient = useQueryClient();
  const { endpointId, eventId, url } = delivery;
  const action = useAction(
    trpc.webhooks.resend.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.events.get.pathKey() }),
    }),
  );
  return (
    <li className={classes.delivery}>
      <TextLink href={hrefOf(`/${endpointId}?delivery=${eventId}`)} size="sm">
        {url.replace(/^https:\/\//, "")}
      </TextLink>
      <div className={classes.outcome}>
        <span>
          <DeliveryStatus of={delivery} />
        </span>
        <WriteButton
          access={manage}
          variant="default"
          size="compact-xs"
          loading={action.isRunning}
          aria-label={`Resend to ${url}`}
          onClick={() => action.run({ partner, endpointId, eventId })}
        >
          Resend
        </WriteButton>
      </div>
      <FailureAlert failure={action.failure} />
    </li>
  );
}

/** The pages that show the subjects of events, by their kind. */
const PAGES: Partial<Record<string, (id: string) => string>> = {
  account: (id) => `/customers/${id}`,
  key: (id) => `/api-keys/${id}`,
  payout: (id) => `/payouts?payout=${id}`,
  price: () => "/prices",
  product: () => "/prices",
  limit_request: () => "/api-keys",
  webhook_endpoint: (id) => `/webhooks/${id}`,
};

function Subject({ of: { subject, partner } }: { of: PartnerEvent }) {
  const path = PAGES[subject.type]?.(subject.id);
  if (path === undefined) return <CopyId id={subject.id} what="resource ID" />;
  return (
    <TextLink href={partnerPath(partner.code, path)} size="sm">
      {subject.id}
    </TextLink>
  );
}

function Partner({ of: { partner } }: { of: PartnerEvent }) {
  return (
    <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
      {partner.name}
    </TextLink>
  );
}
