"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { Device } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";

export type EndTask = { kind: "one"; device: Device } | { kind: "others" } | { kind: "all" };

const SAID = {
  one: { title: "Sign out this device", confirm: "Sign out" },
  others: { title: "Sign out all others", confirm: "Sign out all others" },
  all: { title: "Sign out everywhere", confirm: "Sign out everywhere" },
} as const;

/** Confirms ending sessions. */
export function EndDialog({ task, onClose }: { task: EndTask | null; onClose: () => void }) {
  return (
    <SubjectDialog subject={task} title={({ kind }) => SAID[kind].title} onClose={onClose}>
      {(shown) => <EndForm task={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function EndForm({ task, onClose }: { task: EndTask; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const action = useAction({
    mutationFn: async () => {
      if (task.kind === "one")
        await client.security.endDevice.mutate({ sessionId: task.device.id });
      else await client.security.endDevices.mutate({ which: task.kind });
      // A full page load, so that nothing of this session stays in memory.
      if (task.kind === "all") return window.location.assign("/sign-in");
      await queryClient.invalidateQueries({ queryKey: trpc.security.devices.queryKey() });
      toast({ title: "Signed out", message: "From the next request on." });
      onClose();
    },
  });
  return (
    <ConfirmBody
      confirm={SAID[task.kind].confirm}
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run()}
    >
      {task.kind === "all"
        ? "All devices are signed out at their next request, this one too."
        : "It is in force at the next request. Your password stays as it is."}
    </ConfirmBody>
  );
}
