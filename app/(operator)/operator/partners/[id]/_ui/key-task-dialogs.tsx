"use client";

import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { EditForm } from "@/app/_ui/form/edit-form";
import { RateInput } from "@/app/_ui/form/rate-input";
import { perMinute } from "@/app/_ui/format/formats";
import { RevokeDialog } from "@/app/(partner)/api-keys/_ui/revoke-dialog";
import { DEFAULT_PER_MINUTE, MAX_PER_MINUTE } from "@/server/core/keys/limits";

/** What is to be done to a key of the partner's; `onDone` has its list read again. */
export type KeyTask = { kind: "limit" | "revoke"; key: ApiKey; onDone: () => void };

const IMMEDIATELY = "Takes effect immediately.";

/** A custom limit in requests per minute, as it is typed; null for the default. */
type Limit = { custom: number | string | null };

type Props = { task: KeyTask | null; onClose: () => void };

/** Done as the operator, outside of what the partner sees: through the partner's eyes nothing is written. */
export function KeyTaskDialogs({ task, onClose }: Props) {
  const close = () => {
    task?.onDone();
    onClose();
  };
  return (
    <>
      <SubjectDialog
        subject={task?.kind === "limit" ? task.key : null}
        title={({ label }) => `Rate limit for ${label}`}
        onClose={close}
      >
        {(key) => <LimitForm key={key.id} of={key} onClose={close} />}
      </SubjectDialog>
      <RevokeDialog doomed={task?.kind === "revoke" ? task.key : null} onClose={close} />
    </>
  );
}

function LimitForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction(
    trpc.keys.setLimit.mutationOptions({
      onSuccess: ({ label, perMinute: now }) => {
        toast({ title: `Rate limit for ${label}: ${perMinute(now)}`, message: IMMEDIATELY });
        onClose();
      },
    }),
  );
  const current: Limit = { custom: key.hasOwnLimit ? key.perMinute : null };

  function submit({ custom }: Limit) {
    if (custom === null) return action.run({ keyId: key.id, perMinute: null });
    const count = Number(custom);
    if (count >= 1 && count <= MAX_PER_MINUTE)
      return action.run({ keyId: key.id, perMinute: count });
    setMistake(`Enter a number between 1 and ${MAX_PER_MINUTE.toLocaleString("en")}.`);
    document.getElementById("own-limit")?.focus();
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
              <Radio value="default" label={`Default (${perMinute(DEFAULT_PER_MINUTE)})`} />
              <Radio value="custom" label="Custom limit" />
            </Stack>
          </Radio.Group>
          {custom !== null && (
            <RateInput
              id="own-limit"
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
