"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ActionForm } from "@/app/_ui/action-form";
import { SubjectDialog } from "@/app/_ui/subject-dialog";
import { useKeyChanged } from "./use-key-changed";

type Props = { subject: ApiKey | null; onClose: () => void };

export function RenameDialog({ subject, onClose }: Props) {
  return (
    <SubjectDialog subject={subject} title={() => "Rename the key"} size={440} onClose={onClose}>
      {(key) => <RenameForm of={key} onClose={onClose} />}
    </SubjectDialog>
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

  function submit() {
    if (label.trim() === "") setMistake("Give the key a name, like the integration that uses it.");
    else action.run({ keyId: key.id, label: label.trim() });
  }

  return (
    <ActionForm action={action} confirm="Rename" onSubmit={submit} onCancel={onClose}>
      <TextInput
        label="Label"
        value={label}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          setMistake(null);
        }}
        error={mistake ?? action.issues.label}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
    </ActionForm>
  );
}
