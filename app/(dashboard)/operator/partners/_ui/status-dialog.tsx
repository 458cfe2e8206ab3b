import { List, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SentenceInput, useSentence } from "@/app/_ui/form/sentence-input";
import { MOVE_LABELS, type PartnerMove } from "./moves";

type Props = { move: PartnerMove | null; onClose: () => void };

/** Confirms suspending, reactivating or terminating a partner and explains the consequences. */
export function StatusDialog({ move, onClose }: Props) {
  return (
    <SubjectDialog
      subject={move}
      title={({ kind, partner }) => `${MOVE_LABELS[kind]} ${partner.name}`}
      onClose={onClose}
    >
      {({ kind, partner }) => {
        const Form = FORMS[kind];
        return <Form partner={partner} onClose={onClose} />;
      }}
    </SubjectDialog>
  );
}

type FormProps = { partner: PartnerRow; onClose: () => void };

const FORMS = { suspend: SuspendForm, reactivate: ReactivateForm, terminate: TerminateForm };

/** Shows the new status everywhere, says so, and closes the dialog. */
function useMoved({ partner, onClose }: FormProps, status: string) {
  // A termination declines limit requests, of which each key shows the newest.
  const changed = useChanged(onClose, "partners", "limitRequests", "keys", "session");
  return () => changed(`${partner.name} ${status}`, IMMEDIATELY);
}

function ReactivateForm(props: FormProps) {
  const trpc = useTRPC();
  const onSuccess = useMoved(props, "reactivated");
  const action = useAction(trpc.partners.reactivate.mutationOptions({ onSuccess }));
  return (
    <ConfirmBody
      confirm="Reactivate partner"
      action={action}
      onCancel={props.onClose}
      onConfirm={() => action.run({ partnerId: props.partner.id })}
    >
      Restores write access to the API and dashboard.
    </ConfirmBody>
  );
}

function SuspendForm(props: FormProps) {
  const trpc = useTRPC();
  const onSuccess = useMoved(props, "suspended");
  const action = useAction(trpc.partners.suspend.mutationOptions({ onSuccess }));
  const reason = useSentence(NO_REASON);
  return (
    <ActionForm
      confirm="Suspend partner"
      isDestructive
      action={action}
      onSubmit={() =>
        reason.submit((text) => action.run({ partnerId: props.partner.id, reason: text }))
      }
      onCancel={props.onClose}
    >
      <Text size="sm">
        API keys become read-only (writes return 403). Users can sign in and revoke keys but
        can&apos;t create them. No data is deleted.
      </Text>
      <Reason {...reason.field} error={reason.mistake ?? action.issues.reason} />
    </ActionForm>
  );
}

/** Asks for the partner's code, because nothing ends a termination. */
function TerminateForm(props: FormProps) {
  const { partner, onClose } = props;
  const trpc = useTRPC();
  const onSuccess = useMoved(props, "terminated");
  const action = useAction(trpc.partners.terminate.mutationOptions({ onSuccess }));
  const reason = useSentence(NO_REASON);
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim().toLowerCase() === partner.code;
  return (
    <ActionForm
      action={action}
      confirm="Terminate partner"
      isDestructive
      isDisabled={!isConfirmed}
      onSubmit={() =>
        isConfirmed && reason.submit((text) => action.run({ partnerId: partner.id, reason: text }))
      }
      onCancel={onClose}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          This can&apos;t be undone.
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>
            API keys become read-only and are refused at your own API. Pending invitations end, and
            open limit requests are declined.
          </List.Item>
          <List.Item>
            Neither the partner nor you can change its keys, customers, prices, terms or webhook
            endpoints any more. Keys can still be revoked, and customers anonymized or transferred
            to another partner.
          </List.Item>
          <List.Item>
            What it has earned is still paid: months are closed, refunds are recorded, and no
            minimum applies. Its users can sign in and update payout details.
          </List.Item>
        </List>
      </Stack>
      <Reason {...reason.field} error={reason.mistake ?? action.issues.reason} />
      <TextInput
        label={`Type ${partner.code} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={32}
        autoCapitalize="off"
        spellCheck={false}
      />
    </ActionForm>
  );
}

type ReasonProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
};

const NO_REASON = "Enter a reason.";

function Reason(props: ReasonProps) {
  return <SentenceInput label="Reason" description="Visible to the partner." isFirst {...props} />;
}
