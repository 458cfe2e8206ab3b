import { Checkbox, SimpleGrid } from "@mantine/core";
import { useTRPCClient } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import type { Action } from "@/app/_trpc/use-action";
import { Secret } from "@/app/_ui/auth/secret";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SecretDialog } from "@/app/_ui/dialog/secret-dialog";
import { LOST_KEY } from "@/app/_ui/dialog/use-issued";
import { KeyCode } from "@/app/_ui/table/cells";
import { KeyForm, type NewKey } from "@/app/(dashboard)/_keys/key-form";
import { SecretKey } from "@/app/(dashboard)/_keys/secret-key";
import {
  PLATFORM_SCOPE_NAMES,
  PLATFORM_SCOPES,
  type PlatformScope,
} from "@/server/core/kernel/scopes";

export type IssueTask = { kind: "new" } | { kind: "rotate"; key: PlatformKey };
type NewPlatformKey = NewKey<PlatformScope>;

/** Creates or rotates a platform key, then reveals the plaintext. */
export function IssueDialog(props: { task: IssueTask | null; onClose: () => void }) {
  const { platformKeys } = useTRPCClient();
  return (
    <SecretDialog
      {...props}
      title={(task) => (task.kind === "rotate" ? `Rotate ${task.key.label}` : "New platform key")}
      titleOfSecret="Save your platform key"
      lost={LOST_KEY}
      routers={["platformKeys"]}
      create={async (input: NewPlatformKey, idempotencyKey) =>
        issuedOf(await platformKeys.issue.mutate({ ...input, idempotencyKey }))
      }
      rotate={async (keyId, idempotencyKey) =>
        issuedOf(await platformKeys.rotate.mutate({ keyId, idempotencyKey }))
      }
      form={(task, { create, rotate }, close) =>
        task.kind === "rotate" ? (
          <ConfirmBody
            confirm="Rotate key"
            action={rotate}
            onCancel={close}
            onConfirm={() => rotate.run(task.key.id)}
          >
            Creates a new key with the name, scopes, limit, IP addresses and expiration of{" "}
            <KeyCode of={task.key} />. Both keys work until you revoke the old one.
          </ConfirmBody>
        ) : (
          <NewKeyForm action={create} onCancel={close} />
        )
      }
      reveal={({ secret }, _, onCopied) => <SecretKey secret={secret} onCopied={onCopied} />}
    />
  );
}

const issuedOf = ({ plaintext }: { plaintext: string }) => ({ secret: new Secret(plaintext) });

type FormProps = { action: Action<NewPlatformKey>; onCancel: () => void };

function NewKeyForm(props: FormProps) {
  return (
    <KeyForm
      {...props}
      aboutLabel="The system that will use this key, for example “Gateway (production)”."
      mistakeIn={({ length }) => (length === 0 ? "Select at least one scope." : null)}
      scopes={({ value, onChange, error }) => (
        <Checkbox.Group
          label="Scopes"
          value={value}
          onChange={(next) => onChange(PLATFORM_SCOPE_NAMES.filter((name) => next.includes(name)))}
          error={error}
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
      )}
    />
  );
}
