import { TextInput } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";

export const RenameDialog = dialogOf({
  title: () => "Rename key",
  size: 440,
  Form: RenameForm,
});

function RenameForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const changed = useChanged(onClose, "keys", "usage");
  const onSuccess = ({ label }: ApiKey) => changed("Key renamed", `Renamed to ${label}`);
  const action = useAction(trpc.keys.rename.mutationOptions({ onSuccess }));

  return (
    <EditForm
      saved={{ label: key.label }}
      valuesOf={({ label }) => ({ label })}
      action={action}
      confirm="Rename key"
      mistakesIn={({ label }) => ({ label: label.trim() === "" ? "Enter a name." : null })}
      onSubmit={({ label }, seen) =>
        action.run({ partner, keyId: key.id, label: label.trim(), seen })
      }
      onCancel={onClose}
    >
      {({ label }, change, { errors }) => (
        <TextInput
          label="Name"
          value={label}
          onChange={(event) => change({ label: event.currentTarget.value })}
          error={errors.label}
          maxLength={80}
          data-autofocus
        />
      )}
    </EditForm>
  );
}
