"use client";

import { Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/action-form";
import { DateTime } from "@/app/_ui/date-time";
import { SubjectDialog } from "@/app/_ui/subject-dialog";
import { Expiry } from "../../_ui/expiry";
import { useKeyChanged } from "./use-key-changed";

type Props = { subject: ApiKey | null; onClose: () => void };

export function ExpiryDialog({ subject, onClose }: Props) {
  return (
    <SubjectDialog subject={subject} title={() => "Change the expiry"} onClose={onClose}>
      {(key) => <ExpiryForm of={key} onClose={onClose} />}
    </SubjectDialog>
  );
}

function ExpiryForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const [expiresAt, setExpiresAt] = useState<string | null>(null);
  const onSuccess = useKeyChanged({
    title: "Expiry changed",
    message: "In force from the key's next request on.",
    onDone: onClose,
  });
  const action = useAction(trpc.keys.setExpiry.mutationOptions({ onSuccess }));
  return (
    <ActionForm
      action={action}
      confirm="Change expiry"
      onSubmit={() => action.run({ keyId: key.id, expiresAt })}
      onCancel={onClose}
    >
      <Text size="sm">
        {key.expiresAt ? (
          <>
            Expires on <DateTime at={key.expiresAt} /> so far.
          </>
        ) : (
          "The key does not expire so far."
        )}{" "}
        From that time on it is refused with 401. An expired key never comes back.
      </Text>
      <Expiry onChange={setExpiresAt} error={action.issues.expires_at ?? action.issues.expiresAt} />
    </ActionForm>
  );
}
