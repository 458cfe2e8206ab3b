import { useTRPC } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { RelativeTime } from "@/app/_ui/format/moment";
import { KeyCode } from "@/app/_ui/table/cells";

export const RevokeDialog = dialogOf({
  title: ({ label }: PlatformKey) => `Revoke ${label}`,
  Form: Confirm,
});

function Confirm({ of: key, onClose }: { of: PlatformKey; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "platformKeys");
  const onSuccess = () =>
    changed(`${key.label} revoked`, "Requests using this key are now rejected.");
  const action = useAction(trpc.platformKeys.revoke.mutationOptions({ onSuccess }));
  return (
    <ConfirmBody
      confirm="Revoke key"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ keyId: key.id })}
    >
      The system that uses <KeyCode of={key} /> is rejected immediately. If it is a gateway, it can
      no longer let partners in. This can&apos;t be undone.{" "}
      {key.lastUsedAt ? (
        <>
          Last used <RelativeTime at={key.lastUsedAt} />.
        </>
      ) : (
        "The key was never used."
      )}
    </ConfirmBody>
  );
}
