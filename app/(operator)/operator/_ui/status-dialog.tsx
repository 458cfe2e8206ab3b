"use client";

import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { PartnerRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/confirm-body";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { oneLine, SentenceInput } from "@/app/_ui/sentence-input";
import { toast } from "@/app/_ui/toast";

type Props = { partner: PartnerRow | null; onClose: () => void };

/** Asks before a partner is suspended or reactivated, and says what that does. */
export function StatusDialog({ partner, onClose }: Props) {
  const [shown, setShown] = useState(partner);
  if (partner && partner !== shown) setShown(partner);
  const isSuspending = shown?.status === "active";
  return (
    <Modal
      opened={partner !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title={`${isSuspending ? "Suspend" : "Reactivate"} ${shown?.name ?? ""}`}
      size={480}
    >
      {shown && <StatusForm partner={shown} isSuspending={isSuspending} onClose={onClose} />}
    </Modal>
  );
}

type FormProps = { partner: PartnerRow; isSuspending: boolean; onClose: () => void };

function StatusForm({ partner, isSuspending, onClose }: FormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: trpc.partners.pathKey() });
    toast({
      title: `${partner.name} is ${isSuspending ? "suspended" : "active again"}`,
      message: "In force from the next request on.",
    });
    onClose();
  };
  const suspend = useAction(trpc.partners.suspend.mutationOptions({ onSuccess }));
  const reactivate = useAction(trpc.partners.reactivate.mutationOptions({ onSuccess }));
  const [reason, setReason] = useState("");
  const partnerId = partner.id;
  if (!isSuspending) {
    return (
      <ConfirmBody
        confirm="Reactivate partner"
        isDestructive={false}
        isRunning={reactivate.isRunning}
        failure={reactivate.failure}
        onCancel={onClose}
        onConfirm={() => reactivate.run({ partnerId })}
      >
        Writing endpoints open again, and its people can issue keys.
      </ConfirmBody>
    );
  }
  return (
    <ConfirmBody
      confirm="Suspend partner"
      isDestructive
      isRunning={suspend.isRunning}
      failure={suspend.failure}
      onCancel={onClose}
      onConfirm={() => suspend.run({ partnerId, reason: oneLine(reason) })}
      input={
        <SentenceInput
          id="suspend-reason"
          label="Reason"
          description="The partner is shown it."
          value={reason}
          onChange={setReason}
          error={suspend.failure && issuesOf(suspend.failure).reason}
        />
      }
    >
      Its keys can still read, but writing endpoints answer 403. Its people can sign in, read and
      revoke, but not issue keys. Nothing is deleted.
    </ConfirmBody>
  );
}
