import { Alert, List, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { MarkOutcome, TransferRow } from "@/app/_trpc/types";
import { useAction, useSecretAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { saveFile } from "@/app/_ui/load/save-file";
import { inParts } from "./in-parts";
import { PartProgress } from "./part-progress";

/** An action on transfers. */
export type TransferTask = {
  kind: "mark" | "download" | "cancel";
  transfers: readonly TransferRow[];
};

type Props = { task: TransferTask | null; onClose: () => void };
type FormProps = { transfers: readonly TransferRow[]; onClose: () => void };

const FORMS = { mark: MarkForm, download: DownloadForm, cancel: CancelForm };
const TITLES = { mark: "Update status of", download: "Bank file of", cancel: "Cancel" };

/** Marks, downloads or cancels transfers. */
export function TransferTaskDialogs({ task, onClose }: Props) {
  return (
    <SubjectDialog subject={task} title={titleOf} onClose={onClose}>
      {({ kind, transfers }) => {
        const Form = FORMS[kind];
        return <Form transfers={transfers} onClose={onClose} />;
      }}
    </SubjectDialog>
  );
}

function titleOf({ kind, transfers }: TransferTask): string {
  const [first] = transfers;
  const what =
    transfers.length === 1 && first
      ? `transfer ${first.statement}`
      : `${transfers.length} transfers`;
  return `${TITLES[kind]} ${what}`;
}

const RESULTS = [
  { value: "sent", label: "Sent to the bank" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed or returned" },
] as const;
type Result = (typeof RESULTS)[number]["value"];
type Mark = { status: Result; reference: string };
/** A transfer with the status that the user has been shown. */
type Seen = Pick<TransferRow, "id" | "status">;

function MarkForm({ transfers, onClose }: FormProps) {
  const [status, setStatus] = useState<Result>("paid");
  const [reference, setReference] = useState("");
  const [mistake, setMistake] = useState<string | null>(null);
  const { left, refused, done, action } = useMarking(transfers, onClose);

  function submit() {
    if (reference.trim() === "") return setMistake("Enter a reference.");
    action.run({ status, reference: reference.trim() });
  }

  return (
    <ActionForm
      action={action}
      confirm={`Mark as ${status}`}
      onSubmit={submit}
      onCancel={onClose}
      isFailureShown={action.issues.reference !== undefined}
      notice={action.failure || refused.length === 0 ? undefined : <Refused outcomes={refused} />}
    >
      <Radio.Group
        label="Transfer result"
        value={status}
        onChange={(value) => setStatus(RESULTS.find((one) => one.value === value)?.value ?? "paid")}
      >
        <Stack gap="xs" mt={8}>
          {RESULTS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label="Reference"
        description="Bank transfer reference. Visible to the partners."
        value={reference}
        onChange={(event) => {
          setReference(event.currentTarget.value);
          setMistake(null);
        }}
        error={mistake ?? action.issues.reference}
        maxLength={80}
        data-autofocus
      />
      <PartProgress done={done} of={left.length} isRunning={action.isRunning} verb="updated" />
    </ActionForm>
  );
}

/** Marks what is left, a part at a time: at first all, and then what was refused. */
function useMarking(transfers: readonly Seen[], onClose: () => void) {
  const trpc = useTRPC();
  const refresh = useRefresh("transfers");
  const [left, setLeft] = useState(transfers);
  const [refused, setRefused] = useState<readonly MarkOutcome[]>([]);
  const [done, setDone] = useState(0);
  const part = useMutation(trpc.transfers.mark.mutationOptions());
  const action = useAction<MarkOutcome[], unknown, Mark>({
    mutationFn: (mark) =>
      inParts(left, {
        send: (some) => part.mutateAsync({ ...mark, ...namesOf(some) }),
        onDone: setDone,
      }),
    onSuccess: async (outcomes, { status }) => {
      await refresh();
      const refusals = outcomes.filter(({ code }) => code !== null);
      const marked = outcomes.length - refusals.length;
      if (marked > 0) {
        const title = marked === 1 ? "1 transfer" : `${marked} transfers`;
        toast({ title: `${title} marked as ${status}`, message: "Partners can see this." });
      }
      setRefused(refusals);
      setLeft(outcomes.flatMap((outcome, index) => stillLeft(outcome, left[index])));
      if (refusals.length === 0) onClose();
    },
    // A part may have been marked.
    onError: refresh,
  });
  return { left, refused, done, action };
}

const namesOf = (some: readonly Seen[]) => ({
  transferIds: some.map(({ id }) => id),
  seen: Object.fromEntries(some.map(({ id, status }) => [id, status])),
});

/** Its refusal has shown the user its status. */
function stillLeft(outcome: MarkOutcome, before: Seen | undefined): Seen[] {
  if (outcome.code === null || !before) return [];
  return [{ id: before.id, status: outcome.status ?? before.status }];
}

function Refused({ outcomes }: { outcomes: readonly MarkOutcome[] }) {
  return (
    <Alert color="brass" role="alert" title="Some transfers were not updated">
      {outcomes.some(({ code }) => code === "precondition_failed") &&
        "Marking again replaces the current status."}
      <List size="sm">
        {outcomes.map(({ transferId, message }) => (
          <List.Item key={transferId}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function DownloadForm({ transfers, onClose }: FormProps) {
  const client = useTRPCClient();
  const pending = transfers.filter(({ status }) => status === "pending");
  const action = useSecretAction(async () => {
    const transferIds = pending.map(({ id }) => id);
    const { csv } = await client.transfers.bankFile.mutate({ transferIds });
    saveFile("transfers.csv", new Blob([csv], { type: "text/csv" }));
    onClose();
  });
  if (pending.length === 0) {
    return (
      <Alert color="brass" role="note">
        None of the selected transfers is pending. Only pending ones are exported.
      </Alert>
    );
  }
  return (
    <ConfirmBody
      confirm="Download file"
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      A CSV file with the full account of each pending transfer, for your bank. Each partner&apos;s
      audit log records that you downloaded it. Delete it after use.
    </ConfirmBody>
  );
}

function CancelForm({ transfers, onClose }: FormProps) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "transfers");
  const action = useAction(
    trpc.transfers.cancel.mutationOptions({
      onSuccess: ({ statement }) =>
        changed(`Transfer ${statement} canceled`, "Its payouts are due."),
    }),
  );
  return (
    <ConfirmBody
      confirm="Cancel transfer"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ transferId: transfers[0]?.id ?? "" })}
    >
      The payouts of this transfer are due again. Only cancel it if the bank doesn&apos;t have it.
    </ConfirmBody>
  );
}
