import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { Operator } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { InviteForm, LinkForm } from "@/app/_ui/auth/link-forms";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";

type Confirmed = { kind: keyof typeof TEXTS; operator: Operator };

export type OperatorTask = { kind: "invite" } | { kind: "link"; operator: Operator } | Confirmed;

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
  resetSecondFactor: {
    verb: "Disable two-factor authentication for",
    done: "must set up two-factor authentication again",
    effect:
      "Use this if they've lost their authenticator app and recovery codes. Verify their identity first. They're signed out everywhere and must set it up again when they next sign in.",
  },
} as const;

/** All actions on operators in one dialog, so that the focus is restored correctly. */
export const OperatorDialog = dialogOf({
  title: titleOf,
  Form,
});

function titleOf(task: OperatorTask): string {
  if (task.kind === "invite") return "Invite operator";
  const { email, status } = task.operator;
  if (task.kind !== "link") return `${TEXTS[task.kind].verb} ${email}`;
  return status === "invited" ? `New invite link for ${email}` : `Reset password for ${email}`;
}

function Form({ of: task, onClose }: { of: OperatorTask; onClose: () => void }) {
  const changes = useTRPC().operators.pathKey();
  const { operators } = useTRPCClient();
  if (task.kind === "invite") {
    return (
      <InviteForm
        invite={(email) => operators.invite.mutate({ email })}
        changes={changes}
        description="Operators can view every partner and manage the whole platform."
        onClose={onClose}
      />
    );
  }
  if (task.kind === "link") {
    return (
      <LinkForm
        create={() => operators.relink.mutate({ userId: task.operator.id })}
        changes={changes}
        isInvited={task.operator.status === "invited"}
        onClose={onClose}
      />
    );
  }
  return <TaskForm task={task} onClose={onClose} />;
}

/** Confirms a change of an operator and explains the consequences. */
function TaskForm({ task, onClose }: { task: Confirmed; onClose: () => void }) {
  const { kind, operator } = task;
  const { verb, done, effect } = TEXTS[kind];
  const trpc = useTRPC();
  const changed = useChanged(onClose, "operators");
  const onSuccess = () => changed(`Operator ${done}`, operator.email);
  const actions = {
    disable: useAction(trpc.operators.disable.mutationOptions({ onSuccess })),
    enable: useAction(trpc.operators.enable.mutationOptions({ onSuccess })),
    remove: useAction(trpc.operators.remove.mutationOptions({ onSuccess })),
    resetSecondFactor: useAction(trpc.operators.resetSecondFactor.mutationOptions({ onSuccess })),
  };
  const action = actions[kind];
  return (
    <ConfirmBody
      confirm={kind === "resetSecondFactor" ? "Disable" : `${verb} operator`}
      isDestructive={kind !== "enable"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ userId: operator.id })}
    >
      {effect}
    </ConfirmBody>
  );
}
