"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { issuesOf } from "@/app/_trpc/failure";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { rescueFocus } from "@/app/_ui/rescue-focus";
import { useKeyChanged } from "./use-key-changed";

type Props = { subject: ApiKey | null; onClose: () => void };

export function RenameDialog({ subject, onClose }: Props) {
  return (
    <Modal
      opened={subject !== null}
      onClose={onClose}
      onExitTransitionEnd={rescueFocus}
      title="Rename the key"
      size={440}
    >
      {subject && <RenameForm of={subject} onClose={onClose} />}
    </Modal>
  );
}

function RenameForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const [label, setLabel] = useState(key.label);
  const [mistake, setMistake] = useState<string | null>(null);
  const onSuccess = useKeyChanged({
    title: "Key renamed",
    message: `It is called “${label.trim()}” now.`,
    onDone: onClose,
  });
  const action = useAction(trpc.keys.rename.mutationOptions({ onSuccess }));
  const issues = action.failure ? issuesOf(action.failure) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    if (label.trim() === "") setMistake("Give the key a name, like the integration that uses it.");
    else action.run({ keyId: key.id, label: label.trim() });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Label"
          value={label}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            setMistake(null);
          }}
          error={mistake ?? issues.label}
          maxLength={80}
          autoComplete="off"
          data-autofocus
        />
        {!issues.label && <FailureAlert failure={action.failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={action.isRunning}>
            Cancel
          </Button>
          <Button type="submit" loading={action.isRunning}>
            Rename
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
