import { Alert, List, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { DialogFooter } from "@/app/_ui/dialog/dialog-footer";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { currentMs } from "@/app/_ui/format/clock";
import { RelativeTime } from "@/app/_ui/format/moment";
import { HOUR_MS } from "@/app/_ui/format/time";
import { KeyCode } from "@/app/_ui/table/cells";
import type { RevokeAfter } from "@/server/core/keys/schema";

type Keys = readonly ApiKey[];

/** Revokes one or several keys, each in a change of its own. */
export const RevokeDialog = dialogOf({
  title: (keys: Keys) => `Revoke ${nameOf(keys)}`,
  keyOf: (keys) => keys.map(({ id }) => id).join(),
  Form: RevokeForm,
});

function nameOf(keys: Keys): string {
  return keys.length === 1 ? `${keys[0]?.label}` : `${keys.length} keys`;
}

function RevokeForm({ of: keys, onClose }: { of: Keys; onClose: () => void }) {
  const choices = revokeChoices(keys, currentMs());
  const [after, setAfter] = useState<RevokeAfter>("now");
  const isNow = after === "now";
  const { action, failed } = useRevoke(keys, after, onClose);
  const chosen = choices.find((choice) => choice.value === after);
  return (
    <Stack gap="lg">
      <Text size="sm">
        Any integration using {keys.length === 1 ? "this key" : "these keys"} will get a 401 error
        starting {isNow ? "immediately" : "at that time"}. This can&apos;t be undone.
      </Text>
      <List size="sm" spacing={4}>
        {keys.map((key) => (
          <List.Item key={key.id}>
            <LastUse of={key} />
          </List.Item>
        ))}
      </List>
      <Radio.Group label="When" value={after} onChange={(value) => setAfter(value as RevokeAfter)}>
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
      <DialogFooter
        notice={failed.length > 0 && <Failures of={failed} total={keys.length} />}
        confirm={isNow ? "Revoke now" : `Revoke ${chosen?.label.toLowerCase()}`}
        isDestructive
        isRunning={action.isRunning}
        onCancel={onClose}
        onConfirm={() => action.run()}
      />
    </Stack>
  );
}

type Failed = { key: ApiKey; message: string };

/** Revokes the keys one by one; run again, only those that failed. */
function useRevoke(keys: Keys, after: RevokeAfter, onDone: () => void) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const refresh = useRefresh("keys", "usage");
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const action = useAction({
    mutationFn: async () => {
      const failures: Failed[] = [];
      for (const key of failed.length > 0 ? failed.map((one) => one.key) : keys) {
        try {
          await client.keys.revoke.mutate({ partner, keyId: key.id, after });
        } catch (error) {
          failures.push({ key, message: failureOf(error).message });
        }
      }
      await refresh();
      setFailed(failures);
      if (failures.length > 0) return;
      const isOne = keys.length === 1;
      const [verb, pronoun] = isOne ? ["is", "this key"] : ["are", "these keys"];
      const works = isOne ? "It keeps working" : "They keep working";
      toast(
        after === "now"
          ? {
              title: `${nameOf(keys)} revoked`,
              message: `Requests using ${pronoun} are now rejected.`,
            }
          : {
              title: `${nameOf(keys)} ${verb} scheduled to be revoked`,
              message: `${works} until then.`,
            },
      );
      onDone();
    },
  });
  return { action, failed };
}

function Failures({ of: failed, total }: { of: readonly Failed[]; total: number }) {
  const revoked = total - failed.length;
  return (
    <Alert
      color="red"
      role="alert"
      title={total === 1 ? "Couldn't revoke the key" : `${revoked} of ${total} keys were revoked`}
    >
      <List size="sm" spacing={4}>
        {failed.map(({ key, message }) => (
          <List.Item key={key.id}>
            {key.label}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function LastUse({ of: key }: { of: ApiKey }) {
  return (
    <>
      {key.label} (<KeyCode of={key} />
      ):{" "}
      {key.lastUsedAt ? (
        <>
          Last used{" "}
          <strong>
            <RelativeTime at={key.lastUsedAt} />
          </strong>
          {key.lastUsedAddress && ` from ${key.lastUsedAddress}`}.
        </>
      ) : (
        "Never used."
      )}
    </>
  );
}

const CHOICES: readonly { value: RevokeAfter; label: string; ms: number }[] = [
  { value: "now", label: "Now", ms: 0 },
  { value: "1h", label: "In 1 hour", ms: HOUR_MS },
  { value: "24h", label: "In 24 hours", ms: 24 * HOUR_MS },
  { value: "7d", label: "In 7 days", ms: 168 * HOUR_MS },
];

/** The choices for when to revoke the keys: now, or later but before the first of them ends anyway. */
function revokeChoices(keys: Keys, nowMs: number) {
  const ends = keys.flatMap(({ revokedAt, expiresAt }) => [revokedAt, expiresAt]);
  const endMs = Math.min(...ends.map((at) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY)));
  return CHOICES.filter((choice) => choice.ms === 0 || nowMs + choice.ms < endMs);
}
