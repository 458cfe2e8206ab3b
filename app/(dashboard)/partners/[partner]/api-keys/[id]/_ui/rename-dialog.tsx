"use client";

import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { EditForm } from "@/app/_ui/form/edit-form";
import { useKeyChanged } from "./use-key-changed";

type Props = { subject: ApiKey | null; onClose: () => void };

type Name = Pick<ApiKey, "label">;

export function RenameDialog({ subject, onClose }: Props) {
  return (
    <SubjectDialog subject={subject} title={() => "Rename key"} size={440} onClose={onClose}>
      {(key) => <RenameForm of={key} onClose={onClose} />}
    </SubjectDialog>
  );
}

function RenameForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const [mistake, setMistake] = useState<string | null>(null);
  const onSuccess = useKeyChanged({
    title: "Key renamed",
    message: ({ label }) => `Renamed to ${label}`,
    onDone: onClose,
  });
  const action = useAction(trpc.keys.rename.mutationOptions({ onSuccess }));

  function submit({ label }: Name, seen: Name) {
    if (label.trim() === "") setMistake("Enter a name.");
    else action.run({ partner, keyId: key.id, label: label.trim(), seen });
  }

  return (
    <EditForm
      saved={{ label: key.label }}
      valuesOf={({ label }) => ({ label })}
      action={action}
      confirm="Rename key"
      onSubmit={submit}
      onCancel={onClose}
    >
      {({ label }, change) => (
        <TextInput
          label="Name"
          value={label}
          onChange={(event) => {
            change({ label: event.currentTarget.value });
            setMistake(null);
          }}
          error={mistake ?? action.issues.label}
          maxLength={80}
          autoComplete="off"
          data-autofocus
        />
      )}
    </EditForm>
  );
}
