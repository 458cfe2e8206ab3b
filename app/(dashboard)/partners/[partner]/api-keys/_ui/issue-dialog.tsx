import { useTRPCClient } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useSecretCreation } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { Secret } from "@/app/_ui/auth/secret";
import { SecretDialog } from "@/app/_ui/dialog/secret-dialog";
import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { LOST_KEY, useIssued } from "@/app/_ui/dialog/use-issued";
import { NewKeyForm, type NewKeyInput } from "./new-key-form";
import { Reveal } from "./reveal";
import { RotateForm } from "./rotate-form";

export type IssueTask = { kind: "new" } | { kind: "rotate"; key: ApiKey };
type Issued = { key: ApiKey; secret: Secret };

type Props = { task: IssueTask | null; onCreated?: () => void; onClose: () => void };

/** Creates or rotates a key, then reveals the plaintext. */
export function IssueDialog({ task, onCreated, onClose }: Props) {
  const shownTask = useShown(task);
  const { issued, issue, rotate, forget } = useIssuing(onCreated);
  return (
    <SecretDialog
      isOpen={task !== null}
      title={titleOf(shownTask, issued !== null)}
      issued={issued}
      actions={[issue, rotate]}
      onClose={onClose}
      onForget={forget}
      lost={LOST_KEY}
      form={(close) =>
        shownTask?.kind === "rotate" ? (
          <RotateForm oldKey={shownTask.key} action={rotate} onCancel={close} />
        ) : (
          shownTask && <NewKeyForm action={issue} onCancel={close} />
        )
      }
      reveal={({ key, secret }, onCopied) => (
        <Reveal
          keyId={key.id}
          secret={secret}
          oldKey={shownTask?.kind === "rotate" ? shownTask.key : null}
          onCopied={onCopied}
        />
      )}
    />
  );
}

function titleOf(task: IssueTask | null, isIssued: boolean): string {
  if (isIssued) return "Save your API key";
  return task?.kind === "rotate" ? `Rotate ${task.key.label}` : "New key";
}

/**
 * Creates or rotates a key. Puts the plaintext from the response straight into its box and into no
 * cache.
 */
function useIssuing(onCreated?: () => void) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const refresh = useRefresh("keys", "usage");
  const { issued, reveal: show, forget } = useIssued<Issued>(LOST_KEY);

  const reveal = ({ key, plaintext }: { key: ApiKey; plaintext: string }) => {
    show({ key, secret: new Secret(plaintext) });
    void refresh();
  };
  const issue = useSecretCreation(async (input: NewKeyInput, idempotencyKey) => {
    reveal(await client.keys.issue.mutate({ partner, ...input, idempotencyKey }));
    onCreated?.();
  });
  const rotate = useSecretCreation(async (keyId: string, idempotencyKey) =>
    reveal(await client.keys.rotate.mutate({ partner, keyId, idempotencyKey })),
  );

  return { issued, issue, rotate, forget };
}
