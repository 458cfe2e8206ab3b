import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import { useSecretCreation } from "@/app/_trpc/use-action";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { Secret } from "@/app/_ui/auth/secret";
import { rescueFocus } from "@/app/_ui/dialog/rescue-focus";
import {
  LOST_KEY,
  LOST_LINK,
  leaveUncopied,
  useIsGone,
  useLeftByHistory,
} from "@/app/_ui/dialog/use-issued";
import { useLeaveWarning } from "@/app/_ui/dialog/use-leave-warning";
import { CreateForm, type NewPartner } from "./create-form";
import { type HandedOver, Handover } from "./handover";

type Props = { isOpen: boolean; onCreated: () => void; onClose: () => void };

/** Creates a partner, then shows its owner's link and first key. They can't be shown again. */
export function CreateDialog({ isOpen, onCreated, onClose }: Props) {
  const { made, action, forget } = useCreating(onCreated);
  const [isWarned, setIsWarned] = useState(false);
  const [copied, setCopied] = useState<readonly Secret[]>([]);
  const isKept = (secret: Secret | undefined) => !secret || copied.includes(secret);
  const isMissing = secretsOf(made).some((secret) => !isKept(secret));
  useLeaveWarning(isOpen && (action.isRunning || isMissing));
  const [link, key] = [made?.link ?? undefined, made?.key ?? undefined];
  useLeftByHistory(link, LOST_LINK, made?.isMailed || isKept(link));
  useLeftByHistory(key, LOST_KEY, isKept(key));

  function close() {
    link?.wipe();
    key?.wipe();
    onClose();
  }

  function tryToClose() {
    if (action.isRunning) return;
    if (isMissing && !isWarned) setIsWarned(true);
    else close();
  }

  return (
    <Modal
      opened={isOpen}
      onClose={tryToClose}
      onExitTransitionEnd={() => {
        forget();
        setIsWarned(false);
        setCopied([]);
        rescueFocus();
      }}
      closeOnClickOutside={secretsOf(made).length === 0}
      size={560}
      title={made ? `${made.partner.name} created` : "New partner"}
    >
      {made ? (
        <Handover
          of={made}
          isWarned={isWarned && isMissing}
          onCopied={(secret) => setCopied((before) => [...before, secret])}
          onDone={tryToClose}
        />
      ) : (
        <CreateForm action={action} onCancel={tryToClose} />
      )}
    </Modal>
  );
}

function secretsOf(made: HandedOver | null): Secret[] {
  return [made?.isMailed ? null : made?.link, made?.key].flatMap((one) => (one ? [one] : []));
}

/** The user has left the page before the response arrived. */
function leaveUnseen({ link, key, isMailed }: HandedOver): void {
  if (isMailed) link?.wipe();
  else if (link) leaveUncopied(link, LOST_LINK);
  if (key) leaveUncopied(key, LOST_KEY);
}

/** Puts link and plaintext from the response straight into their boxes and into no cache. */
function useCreating(onCreated: () => void) {
  const client = useTRPCClient();
  const refresh = useRefresh("partners");
  const [made, setMade] = useState<HandedOver | null>(null);
  const isGone = useIsGone();
  const action = useSecretCreation(async (input: NewPartner, idempotencyKey) => {
    const sent = { ...input, idempotencyKey };
    const { partner, invite, issued } = await client.partners.create.mutate(sent);
    const next = {
      partner: { code: partner.code, name: partner.name },
      ownerEmail: invite?.email ?? null,
      isMailed: invite?.isMailed ?? false,
      link: invite && new Secret(`${window.location.origin}/welcome#${invite.token}`),
      key: issued && new Secret(issued.plaintext),
    };
    void refresh();
    if (isGone()) return leaveUnseen(next);
    setMade(next);
    onCreated();
  });

  const forget = () => {
    setMade(null);
    action.reset();
  };
  return { made, action, forget };
}
