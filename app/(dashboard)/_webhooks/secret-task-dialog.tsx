import { List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import type { Action } from "@/app/_trpc/use-action";
import { Secret } from "@/app/_ui/auth/secret";
import { SecretBox } from "@/app/_ui/auth/secret-box";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { SecretDialog } from "@/app/_ui/dialog/secret-dialog";
import { Arrival } from "@/app/_ui/feedback/arrival";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { ActionForm } from "@/app/_ui/form/action-form";
import { DateTime } from "@/app/_ui/format/moment";
import { TextLink } from "@/app/_ui/layout/text-link";
import { type EndpointFields, EndpointInputs, inputOf, NEW_ENDPOINT } from "./endpoint-form";
import type { EventGroup } from "./event-types";
import { useOwner } from "./use-owner";
import classes from "./webhooks.module.css";

type SecretTask = { kind: "new" } | { kind: "rotate"; endpoint: WebhookEndpoint };
type Issued = { endpoint: WebhookEndpoint; secret: Secret };

const LOST = {
  copy: "Copy secret",
  warning: "You won't be able to see this secret again. If you lose it, rotate it.",
  left: {
    title: "New secret not copied",
    message:
      "You left before copying it, and it can't be shown again. If you don't have it, rotate the endpoint's secret.",
  },
};

type Props = {
  task: SecretTask | null;
  groups: readonly EventGroup[];
  onCreated: (() => void) | undefined;
  onClose: () => void;
};

/** Creates an endpoint or rotates its secret, then reveals the secret. */
export function SecretTaskDialog({ groups, ...props }: Props) {
  const { webhooks } = useTRPCClient();
  const { partner } = useOwner();
  return (
    <SecretDialog
      {...props}
      title={({ kind }) => (kind === "rotate" ? "Rotate secret" : "Add endpoint")}
      titleOfSecret="Save your signing secret"
      size={600}
      lost={LOST}
      routers={["webhooks"]}
      create={async (fields: EndpointFields, idempotencyKey) =>
        issuedOf(await webhooks.create.mutate({ partner, ...inputOf(fields), idempotencyKey }))
      }
      rotate={async (endpointId, idempotencyKey) =>
        issuedOf(await webhooks.rotate.mutate({ partner, endpointId, idempotencyKey }))
      }
      form={(task, { create, rotate }, close) =>
        task.kind === "rotate" ? (
          <RotateForm endpoint={task.endpoint} action={rotate} onCancel={close} />
        ) : (
          <NewEndpointForm groups={groups} action={create} onCancel={close} />
        )
      }
      reveal={({ endpoint, secret }, { kind }, onCopied) => (
        <Reveal endpoint={endpoint} secret={secret} isNew={kind === "new"} onCopied={onCopied} />
      )}
    />
  );
}

const issuedOf = ({ secret, ...endpoint }: WebhookEndpoint & { secret: string }): Issued => ({
  endpoint,
  secret: new Secret(secret),
});

type NewProps = {
  groups: readonly EventGroup[];
  action: Action<EndpointFields>;
  onCancel: () => void;
};

function NewEndpointForm({ groups, action, onCancel }: NewProps) {
  const [values, setValues] = useState(NEW_ENDPOINT);
  return (
    <ActionForm
      action={action}
      confirm="Add endpoint"
      onSubmit={() => action.run(values)}
      onCancel={onCancel}
    >
      <EndpointInputs
        values={values}
        onChange={(part) => setValues((before) => ({ ...before, ...part }))}
        groups={groups}
        issues={action.issues}
      />
    </ActionForm>
  );
}

type RotateProps = { endpoint: WebhookEndpoint; action: Action<string>; onCancel: () => void };

function RotateForm({ endpoint, action, onCancel }: RotateProps) {
  const until = endpoint.secretRotatesAt;
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm">
          Creates a new signing secret for <code className={classes.code}>{endpoint.url}</code>.
        </Text>
        <List size="sm" mt="sm" spacing={6}>
          <List.Item>You&apos;ll see the new secret once, in the next step.</List.Item>
          <List.Item>
            For 24 hours, every event is signed with both secrets, so that no delivery is refused
            while you update your server.
          </List.Item>
          {until !== null && (
            <List.Item>
              A rotation is in progress until <DateTime at={until} />. The secret from before it
              stops working immediately.
            </List.Item>
          )}
        </List>
      </div>
      <DialogFooter
        notice={<FailureAlert failure={action.failure} />}
        confirm="Rotate secret"
        first="confirm"
        isRunning={action.isRunning}
        onCancel={onCancel}
        onConfirm={() => action.run(endpoint.id)}
      />
    </Stack>
  );
}

type RevealProps = Issued & { isNew: boolean; onCopied: () => void };

function Reveal({ endpoint, secret, isNew, onCopied }: RevealProps) {
  return (
    <>
      <div>
        <Text size="sm" mb="sm">
          Copy this secret now and store it securely. You won&apos;t be able to see it again.
        </Text>
        <SecretBox secret={secret} label="Copy secret" onCopied={onCopied} isFirst />
        {isNew && <FirstPing endpointId={endpoint.id} />}
      </div>
      <Text size="sm">
        Use it to verify the signature of every request.{" "}
        <TextLink href="/docs/webhooks#verify" size="sm">
          How to verify signatures
        </TextLink>
      </Text>
      {!isNew && endpoint.secretRotatesAt && (
        <Text size="sm" c="dimmed">
          The previous secret stays valid until <DateTime at={endpoint.secretRotatesAt} />.
        </Text>
      )}
    </>
  );
}

const ASK_EVERY_MS = 1_000;

/** Waits for the response to the ping of a new endpoint. */
function FirstPing({ endpointId }: { endpointId: string }) {
  const trpc = useTRPC();
  const { partner } = useOwner();
  const { data } = useQuery(
    trpc.webhooks.deliveries.queryOptions(
      { partner, endpointId, type: "ping", limit: 1 },
      {
        staleTime: 0,
        gcTime: 0,
        refetchInterval: ({ state }) =>
          state.data?.data[0]?.status === "delivered" ? false : ASK_EVERY_MS,
      },
    ),
  );
  const ping = data?.data[0];
  if (ping?.status === "delivered")
    return <Arrival of="good">Your server received a ping.</Arrival>;
  if (!ping || ping.attempts === 0) return <Arrival of="waiting">Sending a ping…</Arrival>;
  return (
    <Arrival of="bad">
      {ping.lastStatus === null
        ? "Your server didn't respond to the ping. It will be retried."
        : `Your server returned ${ping.lastStatus} for the ping. It will be retried.`}
    </Arrival>
  );
}
