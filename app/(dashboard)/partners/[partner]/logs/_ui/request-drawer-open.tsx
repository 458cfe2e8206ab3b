import { Alert, Button, Group, Kbd, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { LoggedRequest, RequestDetails } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DetailDrawer } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { DateTime } from "@/app/_ui/format/moment";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { Facts, Section } from "@/app/_ui/layout/section";
import { TextLink } from "@/app/_ui/layout/text-link";
import { CodeOrNone, CopyId } from "@/app/_ui/table/cells";
import { Prose } from "@/app/docs/_ui/prose";
import { PARTNER_API, PRODUCT_API } from "../../api-keys/_ui/api-names";
import { ExceededLimit, LimitOffer } from "./exceeded-limit";
import { explain, wordOf } from "./explain";
import classes from "./logs.module.css";
import { Duration, Route } from "./request-columns";
import { toneOf } from "./response";

type Props = {
  requestId: string | null;
  onClose: () => void;
  /** Opens the request above; unset if there is none. Likewise `next` for the one below. */
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
};

/** The details of a request: its response explained, and everything that was logged. */
export function OpenRequestDrawer({ requestId, onClose, previous, next }: Props) {
  return (
    <DetailDrawer subject={requestId} title={() => "Request"} onClose={onClose}>
      {(id) => (
        <>
          {(previous || next) && (
            <Steps previous={previous} next={next} isActive={requestId !== null} />
          )}
          <Details requestId={id} />
        </>
      )}
    </DetailDrawer>
  );
}

type StepsProps = Pick<Props, "previous" | "next"> & { isActive: boolean };

/** Steps to the rows above and below, by button or with K and J. */
function Steps({ previous, next, isActive }: StepsProps) {
  useHotkeys(
    isActive
      ? [
          ["k", () => previous?.()],
          ["j", () => next?.()],
        ]
      : [],
  );
  return (
    <Group gap="xs" mb="md">
      <Step label="Previous" hotkey="k" onStep={previous} />
      <Step label="Next" hotkey="j" onStep={next} />
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <Kbd size="xs">K</Kbd> <Kbd size="xs">J</Kbd>
      </Text>
    </Group>
  );
}

type StepProps = { label: string; hotkey: string; onStep: (() => void) | undefined };

function Step({ label, hotkey, onStep }: StepProps) {
  return (
    <Button
      size="xs"
      variant="default"
      // Not `disabled`, which would lose the focus at the last row.
      aria-disabled={onStep === undefined}
      data-disabled={onStep === undefined || undefined}
      aria-keyshortcuts={hotkey}
      onClick={onStep}
    >
      {label}
    </Button>
  );
}

function Details({ requestId }: { requestId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const found = useQuery(trpc.requests.get.queryOptions({ partner, requestId }));
  if (!found.data) {
    if (found.isError && failureOf(found.error).code === "not_found")
      return <Unknown requestId={requestId} />;
    return <QueryStatus of={found} what="the request" rows={4} />;
  }
  const request = found.data;
  return (
    <>
      <div className={classes.head}>
        <Route method={request.method} route={request.path} />
        <Status
          tone={toneOf(request.status)}
          label={`${request.status} ${wordOf(request.status)}`.trim()}
        />
      </div>
      <Section title="Response">
        <Response of={request} />
      </Section>
      <Section title="Request details">
        <RequestFacts of={request} />
      </Section>
    </>
  );
}

function Response({ of: request }: { of: RequestDetails }) {
  const { what, fix, code } = explain(request);
  return (
    <div className={classes.prose}>
      {request.errorMessage !== null && <p className={classes.message}>{request.errorMessage}</p>}
      <p>
        <Prose text={what} />
      </p>
      {request.exceeded && request.perMinute !== null && (
        <ExceededLimit by={request.exceeded} perMinute={request.perMinute} />
      )}
      {fix !== null && (
        <p>
          <strong>How to fix it: </strong>
          <Prose text={fix} />
        </p>
      )}
      {code !== null && (
        <p>
          <TextLink href={`/docs/errors#${code}`} size="sm">
            View docs for {code}
          </TextLink>
        </p>
      )}
      {request.status === 429 && <LimitOffer keyId={request.key.id} />}
    </div>
  );
}

function RequestFacts({ of: request }: { of: LoggedRequest }) {
  const { id, at, key, api, route, query, durationMs, address, clientRequestId } = request;
  return (
    <Facts
      of={[
        ["ID", <CopyId key="id" id={id} what="request ID" />],
        ["API", api === "product" ? PRODUCT_API : PARTNER_API],
        ["Endpoint", <CodeOrNone key="route" of={route} none="" />],
        ["Query parameters", <CodeOrNone key="query" of={query.join(", ") || null} none="—" />],
        ["Time", <DateTime key="at" at={at} />],
        [
          "Key",
          <PartnerTextLink key="key" path={`/api-keys/${key.id}`} size="sm">
            {key.label || key.id}
          </PartnerTextLink>,
        ],
        ["IP address", address === null ? "—" : <CopyId key="a" id={address} what="IP address" />],
        ["Duration", <Duration key="duration" ms={durationMs} />],
        [
          "Client request ID",
          clientRequestId === null ? (
            "Not provided (send X-Request-Id to set one)"
          ) : (
            <CopyId key="own" id={clientRequestId} what="client request ID" />
          ),
        ],
      ]}
    />
  );
}

function Unknown({ requestId }: { requestId: string }) {
  return (
    <Alert color="brass" title="Request not found">
      <code>{requestId}</code> doesn&apos;t exist, or is older than the log retention period.
    </Alert>
  );
}
