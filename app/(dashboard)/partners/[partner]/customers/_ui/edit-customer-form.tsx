"use client";

import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { EditForm } from "@/app/_ui/form/edit-form";
import {
  CustomerInputs,
  type CustomerValues,
  inputOf,
  isComplete,
  takenBy,
  valuesOf,
} from "./customer-inputs";
import { metadataPatch } from "./metadata";
import { useChanged } from "./use-changed";

/** Sends only the fields that were changed, so that a concurrent change of others is kept. */
export function EditCustomerForm({ of, onClose }: { of: Customer; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const changed = useChanged(onClose);
  const action = useAction(
    trpc.customers.update.mutationOptions({
      onSuccess: ({ name, email }) => changed("Customer updated", name ?? email),
    }),
  );
  return (
    <EditForm<CustomerValues>
      current={valuesOf(of)}
      action={action}
      confirm="Save customer"
      isBlocked={(values) => !isComplete(values)}
      isFailureShown={takenBy(action).isKnown}
      onSubmit={(values) => action.run({ partner, customerId: of.id, ...changesOf(of, values) })}
      onCancel={onClose}
    >
      {(values, change) => (
        <CustomerInputs values={values} onChange={change} action={action} isChecked />
      )}
    </EditForm>
  );
}

function changesOf(before: Customer, values: CustomerValues) {
  const { metadata, ...texts } = inputOf(values);
  const differs = ([name, value]: [string, unknown]) =>
    value !== before[name as keyof typeof texts];
  const changed: Partial<typeof texts> = Object.fromEntries(Object.entries(texts).filter(differs));
  return { ...changed, ...metadataPatch(before.metadata, metadata) };
}
