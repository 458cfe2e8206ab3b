import { Text } from "@mantine/core";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { dialogOf } from "@/app/_ui/dialog/subject-dialog";
import { IMMEDIATELY, useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { DateTime } from "@/app/_ui/format/moment";
import { type Expiration, Expiry, NO_DATE } from "@/app/(dashboard)/_keys/expiry";

export const ExpiryDialog = dialogOf({
  title: () => "Edit expiration",
  Form: ExpiryForm,
});

function ExpiryForm({ of: key, onClose }: { of: ApiKey; onClose: () => void }) {
  const partner = usePartnerCode();
  const trpc = useTRPC();
  const changed = useChanged(onClose, "keys", "usage");
  const onSuccess = () => changed("Expiration updated", IMMEDIATELY);
  const action = useAction(trpc.keys.setExpiry.mutationOptions({ onSuccess }));
  return (
    <EditForm
      saved={{ expiresAt: key.expiresAt }}
      valuesOf={({ expiresAt }): { expiresAt: Expiration } => ({ expiresAt })}
      action={action}
      confirm="Save expiration"
      mistakesIn={({ expiresAt }) => ({ expiresAt: expiresAt === undefined ? NO_DATE : null })}
      onSubmit={({ expiresAt = null }, seen) =>
        action.run({ partner, keyId: key.id, expiresAt, seen })
      }
      onCancel={onClose}
    >
      {(values, change, { saved, swaps, errors }) => (
        <>
          <Text size="sm">
            {saved.expiresAt ? (
              <>
                Currently expires <DateTime at={saved.expiresAt} />.
              </>
            ) : (
              "This key doesn't currently expire."
            )}{" "}
            After a key expires, requests return 401. Expired keys can&apos;t be reactivated.
          </Text>
          <Expiry
            key={swaps}
            current={values.expiresAt}
            onChange={(expiresAt) => change({ expiresAt })}
            error={errors.expiresAt}
          />
        </>
      )}
    </EditForm>
  );
}
