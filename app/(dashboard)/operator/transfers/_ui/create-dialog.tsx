"use client";

import { Alert, List, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Due } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { inParts } from "./in-parts";
import { PartProgress } from "./part-progress";
import { noun, Totals } from "./totals";

type Props = { due: readonly Due[] | null; onClose: () => void };

/** Creates the transfers, a part at a time, and lists those that are not due any more. */
export function CreateDialog({ due, onClose }: Props) {
  return (
    <SubjectDialog
      subject={due}
      title={(some) => `Create ${some.length} ${noun(some.length)}`}
      onClose={onClose}
    >
      {(some) => <CreateForm due={some} onClose={onClose} />}
    </SubjectDialog>
  );
}

type Refused = { name: string; reason: string };

function CreateForm({ due, onClose }: { due: readonly Due[]; onClose: () => void }) {
  const { done, refused, action } = useCreation(due, onClose);
  if (refused.length > 0 && !action.isRunning) return <Changed refused={refused} />;
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
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<Refused[]>([]);
  const part = useMutation(trpc.transfers.create.mutationOptions());
  const create = async () => {
    const items = due.map(({ partner, currency, amount }) => ({
      partnerId: partner.id,
      currency,
      amount,
    }));
    const outcomes = await inParts(items, {
      send: (some) => part.mutateAsync({ items: some }),
      onDone: setDone,
    });
    const changed = outcomes.flatMap(({ reason }, index) =>
      reason === null ? [] : { name: due[index]?.partner.name ?? "", reason },
    );
    setRefused(changed);
    return due.length - changed.length;
  };
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.transfers.pathKey() });
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
    onSettled: refresh,
  });
  return { done, refused, action };
}

/** Those that were left out: what is due has changed since the list was loaded. */
function Changed({ refused }: { refused: readonly Refused[] }) {
  return (
    <Alert color="brass" variant="light" role="alert" title="Some transfers were not created">
      What is due has changed. The list shows it now.
      <List size="sm" mt="xs">
        {refused.map(({ name, reason }) => (
          <List.Item key={`${name} ${reason}`}>
            {name}: {reason.replaceAll("_", " ")}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
