"use client";

import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { EditForm } from "@/app/_ui/form/edit-form";
import { RateInput } from "@/app/_ui/form/rate-input";
import { DEFAULT_PER_MINUTE, limitText, MAX_PER_MINUTE } from "@/server/core/keys/limits";
import { useRefreshKeys } from "./use-refresh-keys";

const IMMEDIATELY = "Takes effect immediately.";

/** A custom limit in requests per minute, as typed; null for the default. */
type Limit = { custom: number | string | null };

type Props = { subject: ApiKey | null; onClose: () => void };

/** Sets a key's rate limit; for operators. */
export function SetLimitDialog({ subject, onClose }: Props) {
  return (
    <SubjectDialog
      subject={subject}
      title={({ label }) => `Rate limit for ${label}`}
      onClose={onClose}
    >
      {(key) => <LimitForm key={key.id} of={key} onClose={onClose} />}
    </SubjectDialog>
  );
}

function LimitForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const refresh = useRefreshKeys();
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction(
    trpc.keys.setLimit.mutationOptions({
      onSuccess: async ({ label, perMinute: now }) => {
        await refresh();
        toast({ title: `Rate limit for ${label}: ${limitText(now)}`, message: IMMEDIATELY });
        onClose();
      },
    }),
  );
  const current: Limit = { custom: key.hasOwnLimit ? key.perMinute : null };

  function submit({ custom }: Limit) {
    const count = custom === null ? null : Number(custom);
    if (count === null || (count >= 1 && count <= MAX_PER_MINUTE)) {
      return action.run({ partner, keyId: key.id, perMinute: count });
    }
    setMistake(`Enter a number between 1 and ${MAX_PER_MINUTE.toLocaleString("en")}.`);
  }

  return (
    <EditForm
      current={current}
      action={action}
      confirm="Set limit"
      onSubmit={submit}
      onCancel={onClose}
    >
      {({ custom }, change) => (
        <>
          <Radio.Group
            label="Requests per minute"
            value={custom === null ? "default" : "custom"}
            onChange={(value) => change({ custom: value === "custom" ? key.perMinute : null })}
          >
            <Stack gap="xs" mt={8}>
              <Radio value="default" label={`Default (${limitText(DEFAULT_PER_MINUTE)})`} />
              <Radio value="custom" label="Custom limit" />
            </Stack>
          </Radio.Group>
          {custom !== null && (
            <RateInput
              isFirst
              per="min"
              label="Limit"
              description={IMMEDIATELY}
              value={custom}
              onChange={(value) => {
                change({ custom: value });
                setMistake(null);
              }}
              error={mistake ?? action.issues.perMinute}
            />
          )}
        </>
      )}
    </EditForm>
  );
}
