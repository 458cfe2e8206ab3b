import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";

/** Asks for the customer's email before it is erased, because that can't be undone. */
export function AnonymizeForm({ of: customer, onClose }: { of: Customer; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [typed, setTyped] = useState("");
  const changed = useChanged(onClose, "customers");
  const onSuccess = () => changed("Customer anonymized", "The personal data was erased.");
  const action = useAction(trpc.customers.anonymize.mutationOptions({ onSuccess }));
  const isConfirmed = typed.trim().toLowerCase() === customer.email.toLowerCase();
  return (
    <ActionForm
      action={action}
      confirm="Anonymize customer"
      isDestructive
      isDisabled={!isConfirmed}
      onSubmit={() => isConfirmed && action.run({ partner, customerId: customer.id })}
      onCancel={onClose}
    >
      <Text size="sm">
        The customer is closed for good. Name, email, external ID and metadata are erased
        everywhere, also from events, exports, the audit log and the request log. The charges stay.
        This can&apos;t be undone.
      </Text>
      <TextInput
        label={`Type ${customer.email} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={254}
        data-autofocus
      />
    </ActionForm>
  );
}
