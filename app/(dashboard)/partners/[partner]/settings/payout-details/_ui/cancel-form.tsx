import { useTRPC } from "@/app/_trpc/client";
import type { PayoutDetailsVersion } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { useChanged } from "@/app/_ui/feedback/use-changed";

type Props = { of: PayoutDetailsVersion; onClose: () => void };

/** Confirms canceling the change that waits. */
export function CancelForm({ of, onClose }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const refresh = useRefresh("payoutDetails");
  const changed = useChanged(onClose, "payoutDetails");
  const action = useAction(
    trpc.payoutDetails.cancel.mutationOptions({
      onSuccess: () => changed("Change canceled", "Owners and the platform team are notified."),
      onError: () => void refresh(),
    }),
  );
  return (
    <ConfirmBody
      confirm="Cancel change"
      isDestructive
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ partner, detailsId: of.id })}
    >
      The account {of.account} won&apos;t be used. Transfers are sent to the current details, if
      there are any. To use this account later, an owner must enter it again.
    </ConfirmBody>
  );
}
