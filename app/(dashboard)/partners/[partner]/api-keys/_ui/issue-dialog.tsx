import { useTRPCClient } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Secret } from "@/app/_ui/auth/secret";
import { SecretDialog } from "@/app/_ui/dialog/secret-dialog";
import { LOST_KEY } from "@/app/_ui/dialog/use-issued";
import type { NewKey } from "@/app/(dashboard)/_keys/key-form";
import { NewKeyForm } from "./new-key-form";
import { Reveal } from "./reveal";
import { RotateForm } from "./rotate-form";

export type IssueTask = { kind: "new" } | { kind: "rotate"; key: ApiKey };

type Props = { task: IssueTask | null; onCreated?: () => void; onClose: () => void };

/** Creates or rotates a key, then reveals the plaintext. */
export function IssueDialog(props: Props) {
  const { keys } = useTRPCClient();
  const partner = usePartnerCode();
  return (
    <SecretDialog
      {...props}
      title={(task) => (task.kind === "rotate" ? `Rotate ${task.key.label}` : "New key")}
      titleOfSecret="Save your API key"
      lost={LOST_KEY}
      routers={["keys", "usage"]}
      create={async (input: NewKey<string>, idempotencyKey) =>
        issuedOf(await keys.issue.mutate({ partner, ...input, idempotencyKey }))
      }
      rotate={async (keyId, idempotencyKey) =>
        issuedOf(await keys.rotate.mutate({ partner, keyId, idempotencyKey }))
      }
      form={(task, { create, rotate }, close) =>
        task.kind === "rotate" ? (
          <RotateForm oldKey={task.key} action={rotate} onCancel={close} />
        ) : (
          <NewKeyForm action={create} onCancel={close} />
        )
      }
      reveal={({ key, secret }, task, onCopied) => (
        <Reveal
          keyId={key.id}
          secret={secret}
          oldKey={task.kind === "rotate" ? task.key : null}
          onCopied={onCopied}
        />
      )}
    />
  );
}

const issuedOf = ({ key, plaintext }: { key: ApiKey; plaintext: string }) => ({
  key,
  secret: new Secret(plaintext),
});
