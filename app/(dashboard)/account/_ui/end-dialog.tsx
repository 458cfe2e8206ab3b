import { useTRPCClient } from "@/app/_trpc/client";
import type { Device } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { leaveSignedOut } from "@/app/_ui/auth/use-sign-out";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";

export type EndTask = { kind: "one"; device: Device } | { kind: "others" } | { kind: "all" };

const LABELS = {
  one: { title: "Sign out device", confirm: "Sign out" },
  others: { title: "Sign out other sessions", confirm: "Sign out other sessions" },
  all: { title: "Sign out everywhere", confirm: "Sign out everywhere" },
} as const;

/** Confirms ending sessions. */
export const EndDialog = dialogOf({
  title: ({ kind }: EndTask) => LABELS[kind].title,
  Form: EndForm,
});

function EndForm({ of: task, onClose }: { of: EndTask; onClose: () => void }) {
  const client = useTRPCClient();
  const changed = useChanged(onClose, "security");
  const action = useAction({
    mutationFn: async () => {
      if (task.kind === "one")
        await client.security.endDevice.mutate({ sessionId: task.device.id });
      else await client.security.endDevices.mutate({ which: task.kind });
      if (task.kind === "all") return leaveSignedOut();
      await changed(
        "Signed out",
        task.kind === "one" ? "Session ended." : "All other sessions ended.",
      );
    },
  });
  return (
    <ConfirmBody
      confirm={LABELS[task.kind].confirm}
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {task.kind === "all"
        ? "You'll be signed out of every device, including this one."
        : "Takes effect immediately. Your password doesn't change."}
    </ConfirmBody>
  );
}
