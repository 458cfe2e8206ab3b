"use client";

import { Radio, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { FailureAlert } from "@/app/_ui/feedback/failure-alert";
import { toast } from "@/app/_ui/feedback/toast";
import { RelativeTime } from "@/app/_ui/format/moment";
import { HOUR_MS } from "@/app/_ui/format/time";
import { KeyCode } from "@/app/_ui/table/cells";
import type { RevokeAfter } from "@/server/core/keys/schema";

type Props = { keyToRevoke: ApiKey | null; onClose: () => void };

export function RevokeDialog({ keyToRevoke, onClose }: Props) {
  return (
    <SubjectDialog subject={keyToRevoke} title={({ label }) => `Revoke ${label}`} onClose={onClose}>
      {(key) => <RevokeForm key={key.id} keyToRevoke={key} onClose={onClose} />}
    </SubjectDialog>
  );
}

function RevokeForm({ keyToRevoke, onClose }: { keyToRevoke: ApiKey; onClose: () => void }) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const choices = revokeChoices(keyToRevoke, Date.now());
  const [after, setAfter] = useState<(typeof choices)[number]["value"]>("now");
  const isNow = after === "now";
  const action = useAction(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async (key) => {
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        toast({
          title: isNow ? `${key.label} revoked` : `${key.label} is scheduled to be revoked`,
          message: isNow
            ? "Requests using this key are now rejected."
            : "It keeps working until then.",
        });
        onClose();
      },
    }),
  );
  const chosen = choices.find((choice) => choice.value === after);
  return (
    <Stack gap="lg">
      <Text size="sm">
        Any integration using <KeyCode of={keyToRevoke} /> will get a 401 error starting{" "}
        {isNow ? "immediately" : "at that time"}. This can&apos;t be undone.
      </Text>
      <LastUse keyToRevoke={keyToRevoke} />
      <Radio.Group label="When" value={after} onChange={(value) => setAfter(value as typeof after)}>
        <Stack gap="xs" mt={8}>
          {choices.map((choice, index) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={choice.label}
              data-autofocus={index === 0 || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <FailureAlert failure={action.failure} />
      <DialogFooter
        confirm={isNow ? "Revoke now" : `Revoke ${chosen?.label.toLowerCase()}`}
        isDestructive
        isRunning={action.isRunning}
        onCancel={onClose}
        onConfirm={() => action.run({ partner, keyId: keyToRevoke.id, after })}
      />
    </Stack>
  );
}

function LastUse({ keyToRevoke }: { keyToRevoke: ApiKey }) {
  if (!keyToRevoke.lastUsedAt) {
    return <Text size="sm">This key has never been used.</Text>;
  }
  return (
    <Text size="sm">
      Last used{" "}
      <strong>
        <RelativeTime at={keyToRevoke.lastUsedAt} />
      </strong>
      {keyToRevoke.lastUsedAddress && ` from ${keyToRevoke.lastUsedAddress}`}.
    </Text>
  );
}

const CHOICES: readonly { value: RevokeAfter; label: string; ms: number }[] = [
  { value: "now", label: "Now", ms: 0 },
  { value: "1h", label: "In 1 hour", ms: HOUR_MS },
  { value: "24h", label: "In 24 hours", ms: 24 * HOUR_MS },
  { value: "7d", label: "In 7 days", ms: 168 * HOUR_MS },
];

/** The choices for when to revoke the key: now, or later but before it ends anyway. */
function revokeChoices(key: Pick<ApiKey, "revokedAt" | "expiresAt">, nowMs: number) {
  const ends = [key.revokedAt, key.expiresAt].flatMap((at) => (at ? [Date.parse(at)] : []));
  const endMs = Math.min(...ends, Number.POSITIVE_INFINITY);
  return CHOICES.filter((choice) => choice.ms === 0 || nowMs + choice.ms < endMs);
}
