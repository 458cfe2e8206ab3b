import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { LimitForm } from "@/app/_ui/form/limit-form";
import { DEFAULT_PER_MINUTE, limitText } from "@/server/core/keys/limits";

/** Sets a key's rate limit; for operators. */
export const SetLimitDialog = dialogOf({
  title: ({ label }: ApiKey) => `Rate limit for ${label}`,
  keyOf: ({ id }) => id,
  Form: SetLimit,
});

function SetLimit({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const changed = useChanged(onClose, "keys", "usage");
  const action = useAction(
    trpc.keys.setLimit.mutationOptions({
      onSuccess: ({ label, perMinute: now }) =>
        changed(`Rate limit for ${label}: ${limitText(now)}`, IMMEDIATELY),
    }),
  );
  return (
    <LimitForm
      of={key}
      defaultPerMinute={DEFAULT_PER_MINUTE}
      action={action}
      onSubmit={(perMinute, seen) => action.run({ partner, keyId: key.id, perMinute, seen })}
      onCancel={onClose}
    />
  );
}
