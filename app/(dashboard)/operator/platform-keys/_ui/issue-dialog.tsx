import { Checkbox, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { type Action, useSecretCreation } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { Secret } from "@/app/_ui/auth/secret";
import { SecretBox } from "@/app/_ui/auth/secret-box";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SecretDialog } from "@/app/_ui/dialog/secret-dialog";
import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { LOST_KEY, useIssued } from "@/app/_ui/dialog/use-issued";
import { ActionForm } from "@/app/_ui/form/action-form";
import { KeyCode } from "@/app/_ui/table/cells";
import {
  type Expiration,
  Expiry,
  NO_DATE,
  proposedExpiration,
} from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/expiry";
import {
  FoldedNetworksInput,
  networksIn,
} from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/networks-input";
import {
  PLATFORM_SCOPE_NAMES,
  PLATFORM_SCOPES,
  type PlatformScope,
} from "@/server/core/kernel/scopes";

export type IssueTask = { kind: "new" } | { kind: "rotate"; key: PlatformKey };
type NewKey = {
  label: string;
  scopes: PlatformScope[];
  expiresAt: string | null;
  allowedNetworks: string[];
};
type Issued = { secret: Secret };

/** Creates or rotates a platform key, then reveals the plaintext. */
export function IssueDialog({ task, onClose }: { task: IssueTask | null; onClose: () => void }) {
  const shown = useShown(task);
  const { issued, issue, rotate, forget } = useIssuing();
  return (
    <SecretDialog
      isOpen={task !== null}
      title={titleOf(shown, issued !== null)}
      issued={issued}
      actions={[issue, rotate]}
      onClose={onClose}
      onForget={forget}
      lost={LOST_KEY}
      form={(close) =>
        shown?.kind === "rotate" ? (
          <ConfirmBody
            confirm="Rotate key"
            action={rotate}
            onCancel={close}
            onConfirm={() => rotate.run(shown.key.id)}
          >
            Creates a new key with the name, scopes, limit, IP addresses and expiration of{" "}
            <KeyCode of={shown.key} />. Both keys work until you revoke the old one.
          </ConfirmBody>
        ) : (
          shown && <NewKeyForm action={issue} onCancel={close} />
        )
      }
      reveal={({ secret }, onCopied) => (
        <div>
          <Text size="sm" mb="sm">
            Copy this key now and store it securely. You won&apos;t be able to see it again.
          </Text>
          <SecretBox secret={secret} label="Copy key" onCopied={onCopied} isFirst />
        </div>
      )}
    />
  );
}

function titleOf(task: IssueTask | null, isIssued: boolean): string {
  if (isIssued) return "Save your platform key";
  return task?.kind === "rotate" ? `Rotate ${task.key.label}` : "New platform key";
}

/** Puts the plaintext from the response straight into its box and into no cache. */
function useIssuing() {
  const client = useTRPCClient();
  const refresh = useRefresh("platformKeys");
  const { issued, reveal: show, forget } = useIssued<Issued>(LOST_KEY);

  const reveal = ({ plaintext }: { plaintext: string }) => {
    show({ secret: new Secret(plaintext) });
    void refresh();
  };
  const issue = useSecretCreation(async (input: NewKey, idempotencyKey) =>
    reveal(await client.platformKeys.issue.mutate({ ...input, idempotencyKey })),
  );
  const rotate = useSecretCreation(async (keyId: string, idempotencyKey) =>
    reveal(await client.platformKeys.rotate.mutate({ keyId, idempotencyKey })),
  );
  return { issued, issue, rotate, forget };
}

function NewKeyForm({ action, onCancel }: { action: Action<NewKey>; onCancel: () => void }) {
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<PlatformScope[]>([]);
  const [expiresAt, setExpiresAt] = useState<Expiration>(proposedExpiration);
  const [networks, setNetworks] = useState("");
  const [errors, setErrors] = useState<{ label?: string; scopes?: string; date?: string }>({});
  const { issues } = action;

  function submit() {
    if (label.trim() === "") return setErrors({ label: "Enter a name." });
    if (scopes.length === 0) return setErrors({ scopes: "Select at least one scope." });
    if (expiresAt === undefined) return setErrors({ date: NO_DATE });
    setErrors({});
    const allowedNetworks = networksIn(networks);
    action.run({ label: label.trim(), scopes, expiresAt, allowedNetworks });
  }

  return (
    <ActionForm action={action} confirm="Create key" onSubmit={submit} onCancel={onCancel}>
      <TextInput
        label="Name"
        description="The system that will use this key, for example “Gateway (production)”."
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={errors.label ?? issues.label}
        maxLength={80}
        data-autofocus
      />
      <Checkbox.Group
        label="Scopes"
        value={scopes}
        onChange={(next) => setScopes(PLATFORM_SCOPE_NAMES.filter((name) => next.includes(name)))}
        error={errors.scopes ?? issues.scopes}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs" mt={8}>
          {PLATFORM_SCOPE_NAMES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={<code>{scope}</code>}
              description={PLATFORM_SCOPES[scope]}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Expiry onChange={setExpiresAt} error={errors.date ?? issues.expiresAt} />
      <FoldedNetworksInput value={networks} onChange={setNetworks} error={issues.allowedNetworks} />
    </ActionForm>
  );
}
