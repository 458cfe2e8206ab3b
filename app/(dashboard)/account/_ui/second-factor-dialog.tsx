import { useState } from "react";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { RecoveryCodes } from "@/app/_ui/auth/recovery-codes";
import { SetUp } from "@/app/_ui/auth/set-up";
import { LoadedModal } from "@/app/_ui/dialog/overlays";
import { rescueFocus } from "@/app/_ui/dialog/rescue-focus";
import { useShown } from "@/app/_ui/dialog/subject-dialog";
import { ProofForm } from "./proof-form";

export type SecondFactorTask = "set-up" | "renew" | "disable";
type Props = { task: SecondFactorTask | null; isRequired: boolean; onClose: () => void };

/** Sets up or turns off the second factor, or creates new recovery codes. */
export function SecondFactorDialog({ task, isRequired, onClose }: Props) {
  const refresh = useRefresh("security");
  const shown = useShown(task);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isRevealing, setIsRevealing] = useState(false);

  function forget() {
    setCodes(null);
    setIsRevealing(false);
    rescueFocus();
  }

  function disabled() {
    // Operators must have a second factor: the next page sets up a new one.
    if (isRequired) return window.location.assign("/second-factor?callbackUrl=/account");
    void refresh();
    onClose();
  }

  return (
    <LoadedModal
      opened={task !== null}
      onClose={onClose}
      onExitTransitionEnd={forget}
      // An accidental close must not lose recovery codes that were not saved.
      closeOnClickOutside={!isRevealing}
      closeOnEscape={!isRevealing}
      withCloseButton={!isRevealing}
      title={titleOf(shown, isRevealing, isRequired)}
      size={540}
    >
      {shown === "set-up" && (
        <SetUp
          onEnabled={() => {
            setIsRevealing(true);
            void refresh();
          }}
          onDone={onClose}
        />
      )}
      {shown === "disable" && <ProofForm task="disable" onDone={disabled} onClose={onClose} />}
      {shown === "renew" && !codes && (
        <ProofForm
          task="renew"
          onDone={(made) => {
            setCodes(made);
            setIsRevealing(true);
            void refresh();
          }}
          onClose={onClose}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
    </LoadedModal>
  );
}

function titleOf(task: SecondFactorTask | null, isRevealing: boolean, isRequired: boolean): string {
  if (isRevealing) return "Save your recovery codes";
  if (task === "renew") return "New recovery codes";
  if (task === "disable")
    return isRequired ? "Reset two-factor authentication" : "Disable two-factor authentication";
  return "Enable two-factor authentication";
}
