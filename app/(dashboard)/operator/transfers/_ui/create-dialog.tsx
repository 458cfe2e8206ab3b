import { Alert, Button, Group, List, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { Due } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { refusalText } from "./due-columns";
import { inParts } from "./in-parts";
import { PartProgress } from "./part-progress";
import { noun, Totals } from "./totals";

/** Creates the transfers, a part at a time, and lists those that are not due any more. */
export const CreateDialog = dialogOf({
  title: ({ length }: readonly Due[]) => `Create ${length} ${noun(length)}`,
  Form: CreateForm,
});

/** `of`: the partner and the currency, because a partner may be there once for each currency. */
type Refused = { of: string; reason: string };

function CreateForm({ of: due, onClose }: { of: readonly Due[]; onClose: () => void }) {
  const { done, refused, action, wasUnsure } = useCreation(due, onClose);
  if (refused.length > 0 && !action.isRunning) {
    const title = wasUnsure ? REPEATED : titleOf(refused.length === due.length);
    return <Changed refused={refused} title={title} onClose={onClose} />;
  }
  return (
    <ConfirmBody
      confirm="Create transfers"
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
      input={
        <Stack gap="md">
          <Totals of={due} />
          <PartProgress done={done} of={due.length} isRunning={action.isRunning} verb="created" />
        </Stack>
      }
    >
      Each transfer takes all due payouts of a partner in a currency, with negative ones deducted,
      and is pending until you update its status.
    </ConfirmBody>
  );
}

function useCreation(due: readonly Due[], onClose: () => void) {
  const trpc = useTRPC();
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [wasUnsure, setWasUnsure] = useState(false);
  const part = useMutation(trpc.transfers.create.mutationOptions());
  const create = async () => {
    const items = due.map(({ partner, currency, amount, isSuspended }) => ({
      partnerId: partner.id,
      currency,
      amount,
      isSuspended,
    }));
    const outcomes = await inParts(items, {
      send: (some) => part.mutateAsync({ items: some }),
      onDone: setDone,
    });
    const changed = outcomes.flatMap(({ reason }, index) =>
      reason === null ? [] : { of: nameOf(due[index]), reason: refusalText(reason) },
    );
    setRefused(changed);
    return due.length - changed.length;
  };
  const refresh = useRefresh("transfers");
  const action = useAction<number, unknown>({
    mutationFn: create,
    onSuccess: (created) => {
      if (created > 0) {
        toast({
          title: created === 1 ? "1 transfer created" : `${created} transfers created`,
          message: "Select transfers to download the bank file and to update their status.",
        });
      }
      if (created === due.length) onClose();
    },
    onError: (error) => setWasUnsure((before) => before || failureOf(error).mayPass),
    onSettled: refresh,
  });
  return { done, refused, action, wasUnsure };
}

const titleOf = (isAll: boolean) =>
  isAll ? "No transfers were created" : "Some transfers were not created";

/** An attempt before has failed, perhaps after the server had created some. */
const REPEATED = "These transfers may have been created by your first attempt";

type ChangedProps = { refused: readonly Refused[]; title: string; onClose: () => void };

/** Those that were left out: what is due has changed since the list was loaded. */
function Changed({ refused, title, onClose }: ChangedProps) {
  return (
    <Stack gap="lg">
      <Alert color="brass" role="alert" title={title}>
        What is due has changed. The list shows it now.
        <List size="sm" mt="xs">
          {refused.map(({ of, reason }) => (
            <List.Item key={of}>
              {of}: {reason}
            </List.Item>
          ))}
        </List>
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} autoFocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

const nameOf = (due: Due | undefined) => (due ? `${due.partner.name}, ${due.currency}` : "");
