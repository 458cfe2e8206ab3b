"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Operator } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";

export type OperatorTask = { kind: "disable" | "enable" | "remove"; operator: Operator };

const TEXTS = {
  disable: {
    verb: "Disable",
    done: "disabled",
    effect: "They're signed out everywhere immediately and can't sign in until you enable them.",
  },
  enable: {
    verb: "Enable",
    done: "enabled",
    effect: "They can sign in again with the same password and two-factor authentication.",
  },
  remove: {
    verb: "Remove",
    done: "removed",
    effect:
      "They're signed out everywhere immediately and their account is deleted. The audit log keeps what they did.",
  },
} as const;

type Props = { task: OperatorTask | null; onClose: () => void };

/** Confirms disabling, enabling or removing an operator and explains the consequences. */
export function OperatorDialog({ task, onClose }: Props) {
  return (
    <SubjectDialog
      subject={task}
      title={({ kind, operator }) => `${TEXTS[kind].verb} ${operator.email}`}
      onClose={onClose}
    >
      {(shown) => <TaskForm task={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function TaskForm({ task, onClose }: { task: OperatorTask; onClose: () => void }) {
  const { kind, operator } = task;
  const { verb, done, effect } = TEXTS[kind];
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: trpc.operators.pathKey() });
    toast({ title: `Operator ${done}`, message: operator.email });
    onClose();
  };
  const actions = {
    disable: useAction(trpc.operators.disable.mutationOptions({ onSuccess })),
    enable: useAction(trpc.operators.enable.mutationOptions({ onSuccess })),
    remove: useAction(trpc.operators.remove.mutationOptions({ onSuccess })),
  };
  const action = actions[kind];
  return (
    <ConfirmBody
      confirm={`${verb} operator`}
      isDestructive={kind !== "enable"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ userId: operator.id })}
    >
      {effect}
    </ConfirmBody>
  );
}
