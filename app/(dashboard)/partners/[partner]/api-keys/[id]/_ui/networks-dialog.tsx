import { Alert, Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { NetworksInput, networksIn } from "@/app/(dashboard)/_keys/networks-input";
import { isWithin, networkText } from "@/server/core/values/networks";

const UNCONFIRMED = "Confirm that you want to allow more addresses.";

type Props = {
  subject: ApiKey | null;
  /** Whether the user may add addresses, and not only remove some. */
  mayWiden: boolean;
  onClose: () => void;
};

/** Edits the addresses that a key can be used from. Added addresses have to be confirmed. */
export function NetworksDialog({ subject, onClose, ...props }: Props) {
  return (
    <SubjectDialog subject={subject} title={() => "Edit IP addresses"} onClose={onClose}>
      {(key) => <NetworksForm of={key} onClose={onClose} {...props} />}
    </SubjectDialog>
  );
}

function NetworksForm({ of: key, mayWiden, onClose }: Omit<Props, "subject"> & { of: ApiKey }) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  // The saved state that the confirmed addresses are added to.
  const [confirmed, setConfirmed] = useState<object | null>(null);
  const changed = useChanged(onClose, "keys", "usage");
  const onSuccess = () => changed("IP addresses updated", IMMEDIATELY);
  const action = useAction(trpc.keys.setNetworks.mutationOptions({ onSuccess }));
  return (
    <EditForm
      saved={{ allowedNetworks: key.allowedNetworks }}
      valuesOf={({ allowedNetworks }) => ({ text: allowedNetworks.join("\n") })}
      action={action}
      confirm={({ text }, saved) => {
        if (!isWider(text, saved)) return "Save addresses";
        return rangesIn(text).length === 0 ? "Allow any address" : "Add addresses";
      }}
      isBlocked={({ text }, saved) => isWider(text, saved) && !mayWiden}
      mistakesIn={({ text }, saved) => ({
        confirmation: isWider(text, saved) && confirmed !== saved ? UNCONFIRMED : null,
      })}
      onSubmit={({ text }, seen) => {
        const change = { allowedNetworks: networksIn(text), mayWiden: isWider(text, seen) };
        action.run({ partner, keyId: key.id, ...change, seen });
      }}
      onCancel={onClose}
    >
      {({ text }, change, { saved, errors }) => (
        <>
          <NetworksInput
            value={text}
            onChange={(next) => {
              change({ text: next });
              setConfirmed(null);
            }}
            error={action.issues.allowedNetworks}
          />
          {!mayWiden && (
            <Text size="sm" c="dimmed">
              The account is read-only: you can limit the key to fewer addresses but not allow more.
            </Text>
          )}
          {rangesIn(text).length > 0 && (
            <Text size="sm">Requests from other addresses return 403 immediately.</Text>
          )}
          {isWider(text, saved) && mayWiden && (
            <Alert color="brass" role="note">
              <Checkbox
                label={`I understand that anyone with this key can use it from ${
                  rangesIn(text).length === 0 ? "everywhere" : "the added addresses"
                }.`}
                checked={confirmed === saved}
                error={errors.confirmation}
                aria-invalid={errors.confirmation !== undefined}
                onChange={(event) => setConfirmed(event.currentTarget.checked ? saved : null)}
              />
            </Alert>
          )}
        </>
      )}
    </EditForm>
  );
}

/** Whether a change allows more addresses, which has to be confirmed. */
function isWider(text: string, saved: Pick<ApiKey, "allowedNetworks">): boolean {
  return !isWithin(rangesIn(text), saved.allowedNetworks);
}

/** As they will be stored; what is not an address is refused when it is submitted. */
const rangesIn = (text: string) => networksIn(text).map((one) => networkText(one) ?? one);
