import { Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { LimitRequest } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionForm } from "@/app/_ui/form/action-form";
import { RateInput } from "@/app/_ui/form/rate-input";
import { SentenceInput, useSentence } from "@/app/_ui/form/sentence-input";
import { peaksText } from "@/app/_ui/format/formats";
import { Share } from "@/app/_ui/format/money";
import { SevenDays } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/seven-days";
import { limitText, MAX_PER_MINUTE } from "@/server/core/keys/limits";

export type Decision = { kind: "approve" | "decline"; request: LimitRequest };

type Props = { decision: Decision | null; onClose: () => void };

const FORMS = { approve: ApproveForm, decline: DeclineForm };
const VERBS = { approve: "Approve", decline: "Decline" };

/** Approves a request with a limit, or declines it with a reason. */
export function DecideDialog({ decision, onClose }: Props) {
  return (
    <SubjectDialog
      subject={decision}
      title={({ kind, request }) => `${VERBS[kind]} limit increase for ${request.key.label}`}
      onClose={onClose}
    >
      {({ kind, request }) => {
        const Form = FORMS[kind];
        return <Form key={`${kind} ${request.id}`} request={request} onClose={onClose} />;
      }}
    </SubjectDialog>
  );
}

type FormProps = { request: LimitRequest; onClose: () => void };

function ApproveForm({ request, onClose }: FormProps) {
  const [granted, setGranted] = useState<number | string>(request.wantedPerMinute);
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useDeciding(onClose);
  const { currentPerMinute } = request;

  function submit() {
    const perMinute = Number(granted);
    if (perMinute > currentPerMinute && perMinute <= MAX_PER_MINUTE) {
      action.run({ decision: "approve", id: request.id, perMinute });
      return;
    }
    const [from, to] = [currentPerMinute + 1, MAX_PER_MINUTE].map((n) => n.toLocaleString("en"));
    setMistake(`Enter a number between ${from} and ${to}.`);
  }

  return (
    <ActionForm action={action} confirm="Approve" onSubmit={submit} onCancel={onClose}>
      <RequestSummary of={request} />
      <RateInput
        isFirst
        per="min"
        label="New limit"
        description="Requests per minute. Takes effect immediately."
        value={granted}
        onChange={(value) => {
          setGranted(value);
          setMistake(null);
        }}
        error={mistake ?? action.issues.perMinute}
      />
      <RequestedUsage of={request} />
    </ActionForm>
  );
}

function DeclineForm({ request, onClose }: FormProps) {
  const { field, mistake, submit } = useSentence("Enter a message.");
  const action = useDeciding(onClose);
  const decline = () =>
    submit((answer) => action.run({ decision: "decline", id: request.id, answer }));

  return (
    <ActionForm action={action} confirm="Decline" onSubmit={decline} onCancel={onClose}>
      <RequestSummary of={request} />
      <SentenceInput
        label="Message to partner"
        description="Shown to the partner. Their current limit doesn't change."
        {...field}
        error={mistake ?? action.issues.answer}
        isFirst
      />
      <RequestedUsage of={request} />
    </ActionForm>
  );
}

function RequestSummary({ of: request }: { of: LimitRequest }) {
  return (
    <>
      <Text size="sm">
        {request.partner.name} requested <strong>{limitText(request.wantedPerMinute)}</strong>{" "}
        (currently {limitText(request.currentPerMinute)}): “{request.reason}”
      </Text>
      <Text size="sm">
        In the 7 days before the request: {peaksText(request)},{" "}
        <Share value={request.refusedShare} /> rate limited.
      </Text>
    </>
  );
}

/** Below the field: above it, the charts would move the field out of a low window. */
function RequestedUsage({ of: request }: { of: LimitRequest }) {
  return (
    <SevenDays
      partner={request.partner.code}
      keyId={request.key.id}
      limit={request.currentPerMinute}
      until={request.createdAt}
    />
  );
}

function useDeciding(onDone: () => void) {
  const trpc = useTRPC();
  // A key shows its newest request.
  const refresh = useRefresh("limitRequests", "keys");
  return useAction(
    trpc.limitRequests.decide.mutationOptions({
      onSuccess: async (request) => {
        await refresh();
        const { grantedPerMinute, key } = request;
        const title = grantedPerMinute
          ? `Limit for ${key.label} set to ${limitText(grantedPerMinute)}`
          : `Request for ${key.label} declined`;
        toast({ title, message: `${request.partner.name} can see this on the key.` });
        onDone();
      },
      // Another operator may have decided in the meantime, so the list is refetched too.
      onError: () => void refresh(),
    }),
  );
}
