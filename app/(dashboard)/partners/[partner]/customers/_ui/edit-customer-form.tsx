import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useChanged } from "@/app/_ui/feedback/use-changed";
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

/** Sends only the fields that were changed, so that a concurrent change of others is kept. */
export function EditCustomerForm({ of, onClose }: { of: Customer; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const changed = useChanged(onClose, "customers");
  const action = useAction(
    trpc.customers.update.mutationOptions({
      onSuccess: ({ name, email }) => changed("Customer updated", name ?? email),
    }),
  );
  return (
    <EditForm
      saved={savedOf(of)}
      valuesOf={valuesOf}
      action={action}
      confirm="Save customer"
      isBlocked={(values) => !isComplete(values)}
      isFailureShown={takenBy(action).isKnown}
      onSubmit={(values, saved) => {
        const changes = changesOf(saved, values);
        const seen = Object.fromEntries(
          FIELDS.flatMap((field) => (field in changes ? [[field, saved[field]]] : [])),
        );
        action.run({ partner, customerId: of.id, ...changes, seen });
      }}
      onCancel={onClose}
    >
      {(values, change) => (
        <CustomerInputs values={values} onChange={change} action={action} isChecked />
      )}
    </EditForm>
  );
}

const FIELDS = ["email", "name", "externalId", "metadata"] as const;
type Saved = Pick<Customer, (typeof FIELDS)[number]>;

function savedOf({ email, name, externalId, metadata }: Customer): Saved {
  return { email, name, externalId, metadata };
}

function changesOf(before: Saved, values: CustomerValues) {
  const { metadata, ...texts } = inputOf(values);
  const differs = ([name, value]: [string, unknown]) =>
    value !== before[name as keyof typeof texts];
  const changed: Partial<typeof texts> = Object.fromEntries(Object.entries(texts).filter(differs));
  return { ...changed, ...metadataPatch(before.metadata, metadata) };
}
