"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerRow } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { oneLine, SentenceInput } from "@/app/_ui/form/sentence-input";

type Props = { partner: PartnerRow | null; onClose: () => void };

/** Confirms suspending or reactivating a partner and explains the consequences. */
export function StatusDialog({ partner, onClose }: Props) {
  return (
    <SubjectDialog
      subject={partner}
      title={({ name, status }) => `${status === "active" ? "Suspend" : "Reactivate"} ${name}`}
      onClose={onClose}
    >
      {(shown) => <StatusForm partner={shown} onClose={onClose} />}
    </SubjectDialog>
  );
}

function StatusForm({ partner, onClose }: { partner: PartnerRow; onClose: () => void }) {
  const isSuspending = partner.status === "active";
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.partners.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.session.access.pathKey() }),
    ]);
    toast({
      title: `${partner.name} ${isSuspending ? "suspended" : "reactivated"}`,
      message: "Takes effect immediately.",
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
        action={reactivate}
        onCancel={onClose}
        onConfirm={() => reactivate.run({ partnerId })}
      >
        Restores write access to the API and dashboard.
      </ConfirmBody>
    );
  }
  return (
    <ConfirmBody
      confirm="Suspend partner"
      isDestructive
      action={suspend}
      onCancel={onClose}
      onConfirm={() => suspend.run({ partnerId, reason: oneLine(reason) })}
      input={
        <SentenceInput
          label="Reason"
          description="Visible to the partner."
          value={reason}
          onChange={setReason}
          error={suspend.issues.reason}
        />
      }
    >
      API keys become read-only (writes return 403). Users can sign in and revoke keys but
      can&apos;t create them. No data is deleted.
    </ConfirmBody>
  );
}
