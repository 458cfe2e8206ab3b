"use client";

import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { Device } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/confirm-body";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { toast } from "@/app/_ui/toast";

export type EndTask = { kind: "one"; device: Device } | { kind: "others" } | { kind: "all" };

const SAID = {
  one: { title: "Sign out this device", confirm: "Sign out" },
  others: { title: "Sign out all others", confirm: "Sign out all others" },
  all: { title: "Sign out everywhere", confirm: "Sign out everywhere" },
} as const;

/** Asks before devices are signed out. */
export function EndDialog({ task, onClose }: { task: EndTask | null; onClose: () => void }) {
  const [shown, setShown] = useState(task);
  if (task && task !== shown) setShown(task);
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={shown && SAID[shown.kind].title}
      size={460}
    >
      {shown && <EndForm task={shown} onClose={onClose} />}
    </Modal>
  );
}

function EndForm({ task, onClose }: { task: EndTask; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const action = useAction<void, Error, undefined>({
    mutationFn: async () => {
      if (task.kind === "one")
        await client.security.endDevice.mutate({ sessionId: task.device.id });
      else await client.security.endDevices.mutate({ which: task.kind });
      // A whole new page: nothing of this session stays in memory.
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
      isRunning={action.isRunning}
      failure={action.failure}
      onCancel={onClose}
      onConfirm={() => action.run(undefined)}
    >
      {task.kind === "all"
        ? "All devices are signed out at their next request, this one too."
        : "It is in force at the next request. Your password stays as it is."}
    </ConfirmBody>
  );
}
