import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PayoutRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { useFormats } from "@/app/_ui/format/locale";
import { Money } from "@/app/_ui/format/money";

/** An action on a payout. */
export type PayoutTask = { kind: "mark" | "recalculate"; payout: PayoutRow };

type Props = { task: PayoutTask | null; onClose: () => void };

const FORMS = { mark: MarkForm, recalculate: RecalculateForm };
const TITLES = { mark: "Update status for", recalculate: "Recalculate" };

/** Updates the status of a transfer, or adjusts a closed month. */
export function PayoutTaskDialogs({ task, onClose }: Props) {
  const { month } = useFormats();
  return (
    <SubjectDialog
      subject={task}
      title={({ kind, payout: { partner, period } }) =>
        `${TITLES[kind]} ${partner.name}, ${month(period)}`
      }
      onClose={onClose}
    >
      {({ kind, payout }) => {
        const Form = FORMS[kind];
        return <Form key={`${kind} ${payout.id}`} payout={payout} onClose={onClose} />;
      }}
    </SubjectDialog>
  );
}

type Saved = Pick<PayoutRow, "status" | "reference">;
type Marked = Pick<PayoutRow, "status">;
type FormProps = { payout: PayoutRow; onClose: () => void };

function MarkForm({ payout, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "payouts");
  const { amount, currency } = payout;
  const [reference, setReference] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction(
    trpc.payouts.mark.mutationOptions({
      onSuccess: ({ status }) => changed(`Marked as ${status}`, "The partner can see this."),
    }),
  );

  function submit({ status }: Marked, seen: Saved) {
    if (status === "pending") return;
    if (reference.trim() !== "") {
      action.run({ payoutId: payout.id, status, reference: reference.trim(), seen });
      return;
    }
    setMistake("Enter a reference.");
  }

  return (
    <EditForm
      saved={{ status: payout.status, reference: payout.reference }}
      valuesOf={({ status }): Marked => ({ status })}
      action={action}
      confirm={({ status }, saved) =>
        status === saved.status ? "Update status" : `Mark as ${status}`
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      {({ status }, change, { saved }) => (
        <>
          <Text size="sm">
            <strong>
              <Money amount={amount} currency={currency} />
            </strong>
            , currently {saved.status}
            {saved.reference !== null && ` (${saved.reference})`}.
          </Text>
          <Radio.Group
            label="Transfer result"
            value={status}
            onChange={(value) => change({ status: value === "paid" ? "paid" : "failed" })}
          >
            <Stack gap="xs" mt={8}>
              <Radio value="paid" label="Paid" />
              <Radio value="failed" label="Failed or returned" />
            </Stack>
          </Radio.Group>
          <TextInput
            label="Reference"
            description="Bank transfer reference. Visible to the partner."
            value={reference}
            onChange={(event) => {
              setReference(event.currentTarget.value);
              setMistake(null);
            }}
            error={mistake ?? action.issues.reference}
            maxLength={80}
            data-autofocus
          />
        </>
      )}
    </EditForm>
  );
}

function RecalculateForm({ payout, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "payouts");
  const { money } = useFormats();
  const action = useAction(
    trpc.payouts.recalculate.mutationOptions({
      onSuccess: (made) => {
        if (made === null) {
          return changed("No changes", "This payout already matches the month's charges.");
        }
        const sum = money(made.amount, made.currency);
        return changed(`Adjustment of ${sum} created`, "It appears as a separate pending payout.");
      },
    }),
  );
  return (
    <ConfirmBody
      confirm="Recalculate"
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ payoutId: payout.id })}
    >
      Recalculates this month and creates an adjustment for any charges added or removed since it
      was closed, using the original revenue share.
    </ConfirmBody>
  );
}
