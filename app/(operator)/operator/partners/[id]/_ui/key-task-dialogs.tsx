"use client";

import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/action-form";
import { RateInput } from "@/app/_ui/rate-input";
import { perMinute } from "@/app/_ui/rates";
import { SubjectDialog } from "@/app/_ui/subject-dialog";
import { toast } from "@/app/_ui/toast";
import { RevokeDialog } from "@/app/(partner)/api-keys/_ui/revoke-dialog";
import { DEFAULT_PER_MINUTE, MAX_PER_MINUTE } from "@/server/core/keys/limits";

/** What is to be done to a key of the partner's; `onDone` has its list read again. */
export type KeyTask = { kind: "limit" | "revoke"; key: ApiKey; onDone: () => void };

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
        title={({ label }) => `Limit of “${label}”`}
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
  const [isOwn, setIsOwn] = useState(key.hasOwnLimit);
  const [wanted, setWanted] = useState<number | string>(key.perMinute);
  const [mistake, setMistake] = useState<string | null>(null);
  const action = useAction(
    trpc.keys.setLimit.mutationOptions({
      onSuccess: ({ label, perMinute: now }) => {
        toast({ title: `“${label}” has ${perMinute(now)}`, message: "From its next request on." });
        onClose();
      },
    }),
  );

  function submit() {
    if (!isOwn) return action.run({ keyId: key.id, perMinute: null });
    const count = Number(wanted);
    if (count >= 1 && count <= MAX_PER_MINUTE)
      return action.run({ keyId: key.id, perMinute: count });
    setMistake(`Give a number of 1 to ${MAX_PER_MINUTE.toLocaleString("en")}.`);
    document.getElementById("own-limit")?.focus();
  }

  return (
    <ActionForm action={action} confirm="Set limit" onSubmit={submit} onCancel={onClose}>
      <Radio.Group
        label="Requests per minute"
        value={isOwn ? "own" : "default"}
        onChange={(value) => setIsOwn(value === "own")}
      >
        <Stack gap="xs" mt={8}>
          <Radio value="default" label={`The default, ${perMinute(DEFAULT_PER_MINUTE)}`} />
          <Radio value="own" label="A limit of its own" />
        </Stack>
      </Radio.Group>
      {isOwn && (
        <RateInput
          id="own-limit"
          label="Own limit"
          description="In force from the key's next request on."
          value={wanted}
          onChange={(value) => {
            setWanted(value);
            setMistake(null);
          }}
          error={mistake ?? action.issues.perMinute}
        />
      )}
    </ActionForm>
  );
}
