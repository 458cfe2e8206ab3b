"use client";

import { Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { PayoutRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/confirm-body";
import { DialogFooter } from "@/app/_ui/dialog-footer";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { useFormats } from "@/app/_ui/locale";
import { Money } from "@/app/_ui/money";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { toast } from "@/app/_ui/toast";

/** What is to be done to a payout. */
export type PayoutTask = { kind: "mark" | "correct"; payout: PayoutRow };

type Props = { task: PayoutTask | null; onClose: () => void };

/** Says how a transfer went, or puts a closed month right. */
export function PayoutTaskDialogs({ task, onClose }: Props) {
  const { month } = useFormats();
  const [shown, setShown] = useState(task);
  if (task && task !== shown) setShown(task);
  const verb = shown?.kind === "correct" ? "Correct" : "Mark";
  const what = shown && `${shown.payout.partner.name}, ${month(shown.payout.period)}`;
  const Form = shown?.kind === "correct" ? CorrectForm : MarkForm;
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={`${verb} ${what ?? ""}`}
      size={480}
    >
      {shown && (
        <Form key={`${shown.kind} ${shown.payout.id}`} payout={shown.payout} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = { payout: PayoutRow; onClose: () => void };
type Outcome = "paid" | "failed";

function MarkForm({ payout, onClose }: FormProps) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { status: before, amount, currency } = payout;
  const [status, setStatus] = useState<Outcome>(before === "paid" ? "failed" : "paid");
  const [reference, setReference] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction(
    trpc.payouts.mark.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast({
          title: `Marked as ${status}`,
          message: "The partner sees it, with the reference.",
        });
        onClose();
      },
    }),
  );
  const issues = action.failure ? issuesOf(action.failure) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reference.trim() !== "") {
      action.run({ payoutId: payout.id, status, reference: reference.trim() });
      return;
    }
    setMistake("Give what names the transfer.");
    document.getElementById("reference")?.focus();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm">
          <strong>
            <Money amount={amount} currency={currency} />
          </strong>
          , {before} until now.
        </Text>
        <Radio.Group
          label="How the transfer went"
          value={status}
          onChange={(value) => setStatus(value as Outcome)}
        >
          <Stack gap="xs" mt={8}>
            <Radio value="paid" label="Paid" />
            <Radio value="failed" label="Failed, or came back" />
          </Stack>
        </Radio.Group>
        <TextInput
          id="reference"
          label="Reference"
          description="Names the transfer, as the bank has it. The partner sees it."
          value={reference}
          onChange={(event) => {
            setReference(event.currentTarget.value);
            setMistake(null);
          }}
          error={mistake ?? issues.reference}
          maxLength={80}
          autoComplete="off"
          data-autofocus
        />
        {Object.keys(issues).length === 0 && <FailureAlert failure={action.failure} />}
        <DialogFooter
          confirm={`Mark as ${status}`}
          isRunning={action.isRunning}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function CorrectForm({ payout, onClose }: FormProps) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { money } = useFormats();
  const action = useAction(
    trpc.payouts.correct.mutationOptions({
      onSuccess: async (made) => {
        await refresh();
        if (made === null) {
          toast({ title: "Nothing to correct", message: "The month's charges are as it says." });
        } else {
          const sum = money(made.amount, made.currency);
          toast({
            title: `A correction of ${sum} was made`,
            message: "It is pending, as a line of its own.",
          });
        }
        onClose();
      },
    }),
  );
  return (
    <ConfirmBody
      confirm="Correct"
      isDestructive={false}
      isRunning={action.isRunning}
      failure={action.failure}
      onCancel={onClose}
      onConfirm={() => action.run({ payoutId: payout.id })}
    >
      Adds a payout, up or down, for charges of the month that were written or removed since it was
      closed, at the percentage of its closing. Where nothing has changed nothing is added.
    </ConfirmBody>
  );
}

function useRefresh() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: trpc.payouts.pathKey() });
}
