"use client";

import { Alert, Checkbox, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { DialogFooter } from "@/app/_ui/dialog-footer";
import { FailureAlert } from "@/app/_ui/failure-alert";
import { SubjectDialog } from "@/app/_ui/subject-dialog";
import { SCOPE_NAMES, SCOPES, type Scope } from "@/server/core/keys/scopes";
import { useKeyChanged } from "./use-key-changed";

type Props = {
  subject: ApiKey | null;
  unused: readonly Scope[];
  /** Scopes can be taken away, and not be added. */
  isSuspended: boolean;
  onClose: () => void;
};

/** Changes what a key may do: less at once, more only when it was confirmed. */
export function ScopesDialog({ subject, onClose, ...props }: Props) {
  return (
    <SubjectDialog
      subject={subject}
      title={({ label }) => `Change scopes of “${label}”`}
      size={520}
      onClose={onClose}
    >
      {(key) => <ScopesForm of={key} onClose={onClose} {...props} />}
    </SubjectDialog>
  );
}

type FormProps = Omit<Props, "subject"> & { of: ApiKey };

function ScopesForm({ of: key, unused, isSuspended, onClose }: FormProps) {
  const trpc = useTRPC();
  const [scopes, setScopes] = useState<readonly Scope[]>(key.scopes);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const onSuccess = useKeyChanged({
    title: "Scopes changed",
    message: "In force from the key's next request on.",
    onDone: onClose,
  });
  const action = useAction(trpc.keys.setScopes.mutationOptions({ onSuccess }));
  const added = scopes.filter((scope) => !key.scopes.includes(scope));
  const removed = key.scopes.filter((scope) => !scopes.includes(scope));
  const isSame = added.length + removed.length === 0;
  const mayWiden = added.length > 0;

  function toggle(scope: Scope, isOn: boolean) {
    setScopes(SCOPE_NAMES.filter((one) => (one === scope ? isOn : scopes.includes(one))));
    setIsConfirmed(false);
  }

  return (
    <Stack gap="lg">
      <Stack gap="sm">
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            description={
              unused.includes(scope) ? `${SCOPES[scope]}. Not used for 30 days.` : SCOPES[scope]
            }
            checked={scopes.includes(scope)}
            disabled={isSuspended && !key.scopes.includes(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </Stack>
      {isSuspended && (
        <Text size="sm" c="dimmed">
          While the account is suspended scopes can be taken away, and none be added.
        </Text>
      )}
      {removed.length > 0 && (
        <Text size="sm">
          Calls that need <strong>{removed.join(", ")}</strong> are refused with 403 from the
          key&apos;s next request on.
        </Text>
      )}
      {mayWiden && (
        <Alert color="brass" variant="light" role="note">
          <Checkbox
            label={`Whoever holds this key may then use ${added.join(", ")} too. I want that.`}
            checked={isConfirmed}
            onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
          />
        </Alert>
      )}
      <FailureAlert failure={action.failure} />
      <DialogFooter
        confirm={mayWiden ? "Widen the key" : "Change scopes"}
        isRunning={action.isRunning}
        isDisabled={isSame || (mayWiden && !isConfirmed)}
        onCancel={onClose}
        onConfirm={() => action.run({ keyId: key.id, scopes: [...scopes], mayWiden })}
      />
    </Stack>
  );
}
