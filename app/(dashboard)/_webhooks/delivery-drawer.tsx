import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Delivery, DeliveryAttempt, WebhookEndpoint } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { WriteButton } from "@/app/_ui/form/write-button";
import { useFormats } from "@/app/_ui/format/locale";
import { DateTime } from "@/app/_ui/format/moment";
import { CodeBlock, prettyJson } from "@/app/_ui/layout/code-block";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { DELIVERY_DAYS, KEPT_KIB } from "@/server/core/webhooks/limits";
import { DeliveryStatus, NextAttempt } from "./delivery-status";
import { useOwner } from "./use-owner";
import classes from "./webhooks.module.css";

// The drawer waits for the next attempt.
const ASK_EVERY_MS = 2_000;

type Props = { endpoint: WebhookEndpoint; eventId: string | null; onClose: () => void };

/** A delivery with each of its attempts: request and response. */
export function DeliveryDrawer({ endpoint, eventId, onClose }: Props) {
  return (
    <DetailDrawer subject={eventId} title={() => "Delivery"} onClose={onClose}>
      {(id) => <Details endpoint={endpoint} eventId={id} />}
    </DetailDrawer>
  );
}

type DetailsProps = { endpoint: WebhookEndpoint; eventId: string };

function Details({ endpoint, eventId }: DetailsProps) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const found = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { partner, endpointId: endpoint.id, eventId },
      {
        refetchInterval: ({ state }) =>
          state.data?.delivery.status === "pending" ? ASK_EVERY_MS : false,
      },
    ),
  );
  if (!found.data) {
    if (found.isError && failureOf(found.error).code === "not_found") {
      return (
        <Alert color="brass" title="Delivery not found">
          It doesn&apos;t exist, or is older than {DELIVERY_DAYS} days.
        </Alert>
      );
    }
    return <QueryStatus of={found} what="the delivery" rows={4} />;
  }
  const { delivery, attempts } = found.data;
  return (
    <>
      <div className={classes.head}>
        <code className={classes.code}>{delivery.type}</code>
        <span>
          <DeliveryStatus of={delivery} />
        </span>
      </div>
      <Resend endpoint={endpoint} of={delivery} />
      <Section title="Details">
        <Facts
          of={[
            [
              "Event",
              delivery.isTest || partner === null ? (
                <CopyId key="id" id={delivery.eventId} what="event ID" />
              ) : (
                <PartnerTextLink key="id" path={`/events?event=${delivery.eventId}`} size="sm">
                  {delivery.eventId}
                </PartnerTextLink>
              ),
            ],
            ["Endpoint", <CopyId key="url" id={endpoint.url} what="URL" />],
            ["Created", <DateTime key="at" at={delivery.createdAt} />],
            ["Attempts", `${delivery.attempts}`],
            delivery.nextAttemptAt !== null && [
              "Next attempt",
              <NextAttempt key="next" at={delivery.nextAttemptAt} />,
            ],
          ]}
        />
      </Section>
      <Section title="Attempts">
        {attempts.length === 0 && (
          <Text size="sm" c="dimmed">
            Not sent yet.
          </Text>
        )}
        <ol className={classes.attempts} reversed>
          {attempts.toReversed().map((attempt, index) => (
            <li key={attempt.number}>
              <Attempt of={attempt} isOpen={index === 0} />
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

type ResendProps = { endpoint: WebhookEndpoint; of: Delivery };

function Resend({ endpoint, of: delivery }: ResendProps) {
  const trpc = useTRPC();
  const { partner, manage } = useOwner();
  const changed = useChanged(() => undefined, "webhooks");
  const action = useAction(
    trpc.webhooks.resend.mutationOptions({
      onSuccess: () => changed("Resending", "The request keeps its webhook-id."),
    }),
  );
  if (endpoint.status === "disabled") return null;
  return (
    <div className={classes.resend}>
      <WriteButton
        access={manage}
        variant="default"
        size="xs"
        loading={action.isRunning}
        onClick={() => action.run({ partner, endpointId: endpoint.id, eventId: delivery.eventId })}
      >
        {delivery.status === "pending" && delivery.attempts > 0 ? "Retry now" : "Resend"}
      </WriteButton>
      <FailureAlert failure={action.failure} />
    </div>
  );
}

type AttemptProps = { of: DeliveryAttempt };

/** An attempt's response, and on demand all that was sent and returned. */
function Attempt({ of: attempt, isOpen }: AttemptProps & { isOpen: boolean }) {
  const { number } = useFormats();
  const { status, error } = attempt;
  const isSuccess = status !== null && status >= 200 && status <= 299;
  return (
    <details className={classes.attempt} open={isOpen}>
      <summary>
        <Status
          tone={isSuccess ? "good" : "bad"}
          label={status === null ? "No response" : `${status}`}
        />
        <DateTime at={attempt.at} isExact />
        <span className={classes.duration}>{number(attempt.durationMs)} ms</span>
      </summary>
      <div className={classes.exchange}>
        {error !== null && (
          <Alert color="red" role="note">
            {error.charAt(0).toUpperCase() + error.slice(1)}.
          </Alert>
        )}
        <CodeBlock title="Request headers" text={headersText(attempt.requestHeaders)} />
        {/* A server of an earlier release sends nothing, and keeps all of them. */}
        {attempt.isKept === false ? (
          <Text size="sm" c="dimmed">
            Bodies and response headers were not kept: the customer was anonymized, or the endpoint
            had more than {KEPT_KIB / 1_024} MiB of them within an hour.
          </Text>
        ) : (
          <Exchange of={attempt} />
        )}
      </div>
    </details>
  );
}

function Exchange({ of: { requestBody, status, responseHeaders, response } }: AttemptProps) {
  return (
    <>
      <CodeBlock
        title="Request body"
        text={requestBody && prettyJson(requestBody)}
        none="Deleted with its event"
      />
      {status !== null && (
        <>
          <CodeBlock
            title="Response headers"
            text={responseHeaders && headersText(responseHeaders)}
            none="Not recorded"
          />
          <CodeBlock title="Response body" text={response && prettyJson(response)} />
        </>
      )}
    </>
  );
}

function headersText(headers: readonly (readonly [name: string, value: string])[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join("\n");
}
