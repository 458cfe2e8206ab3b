"use client";

import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useSecretAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Secret } from "@/app/_ui/auth/secret";
import { rescueFocus } from "@/app/_ui/dialog/rescue-focus";
import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { NewKeyForm, type NewKeyInput } from "./new-key-form";
import { Reveal } from "./reveal";
import { RotateForm } from "./rotate-form";

export type IssueTask = { kind: "new" } | { kind: "rotate"; key: ApiKey };
type Issued = { key: ApiKey; secret: Secret };

/**
 * Creates or rotates a key, then reveals the plaintext. One dialog, so that the focus is restored
 * correctly.
 */
export function IssueDialog({ task, onClose }: { task: IssueTask | null; onClose: () => void }) {
  const shownTask = useShown(task);
  const issuing = useIssuing();
  const { issued } = issuing;
  const [isWarned, setIsWarned] = useState(false);
  const hasCopied = useRef(false);

  function close() {
    issued?.secret.wipe();
    onClose();
  }

  function tryToClose() {
    if (issuing.isRunning) return;
    if (issued && !hasCopied.current && !isWarned) setIsWarned(true);
    else close();
  }

  function forget() {
    issuing.forget();
    setIsWarned(false);
    hasCopied.current = false;
    rescueFocus();
  }

  return (
    <Modal
      opened={task !== null}
      onClose={tryToClose}
      onExitTransitionEnd={forget}
      closeOnClickOutside={!issued}
      size={560}
      title={titleOf(shownTask, issued !== null)}
    >
      {issued && (
        <Reveal
          keyId={issued.key.id}
          secret={issued.secret}
          oldKey={shownTask?.kind === "rotate" ? shownTask.key : null}
          isWarned={isWarned}
          onCopied={() => {
            hasCopied.current = true;
          }}
          onDone={tryToClose}
          onClose={close}
        />
      )}
      {!issued && shownTask?.kind === "new" && (
        <NewKeyForm action={issuing.issue} onCancel={close} />
      )}
      {!issued && shownTask?.kind === "rotate" && (
        <RotateForm oldKey={shownTask.key} action={issuing.rotate} onCancel={close} />
      )}
    </Modal>
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
function useIssuing() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const queryClient = useQueryClient();
  const [issued, setIssued] = useState<Issued | null>(null);

  const reveal = ({ key, plaintext }: { key: ApiKey; plaintext: string }) => {
    setIssued({ key, secret: new Secret(plaintext) });
    void queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
  };
  const issue = useSecretAction(async (input: NewKeyInput) =>
    reveal(await client.keys.issue.mutate({ partner, ...input })),
  );
  const rotate = useSecretAction(async (keyId: string) =>
    reveal(await client.keys.rotate.mutate({ partner, keyId })),
  );

  // Leaving the page by the back button closes the dialog without a confirmation.
  const secret = issued?.secret;
  useEffect(() => () => secret?.wipe(), [secret]);

  const forget = () => {
    setIssued(null);
    issue.reset();
    rotate.reset();
  };
  return { issued, issue, rotate, forget, isRunning: issue.isRunning || rotate.isRunning };
}
