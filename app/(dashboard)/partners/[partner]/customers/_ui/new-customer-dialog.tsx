import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode, usePartnerPath } from "@/app/_trpc/use-partner";
import { useRefresh } from "@/app/_trpc/use-refresh";
import { Dialog } from "@/app/_ui/dialog/dialog";
import { useIsGone } from "@/app/_ui/dialog/use-issued";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionForm } from "@/app/_ui/form/action-form";
import { CustomerInputs, inputOf, isComplete, NO_VALUES, takenBy } from "./customer-inputs";

type Props = { isOpen: boolean; onCreated: () => Promise<void>; onClose: () => void };

export function NewCustomerDialog({ isOpen, onCreated, onClose }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="New customer" size={520}>
      <NewCustomerForm onCreated={onCreated} onClose={onClose} />
    </Dialog>
  );
}

function NewCustomerForm({ onCreated, onClose }: Omit<Props, "isOpen">) {
  const partner = usePartnerCode();
  const [values, setValues] = useState(NO_VALUES);
  const [isChecked, setIsChecked] = useState(false);
  const action = useCreate(onCreated);

  function submit() {
    setIsChecked(true);
    if (isComplete(values)) action.run({ partner, ...inputOf(values) });
  }

  return (
    <ActionForm
      action={action}
      confirm="Create customer"
      isFailureShown={takenBy(action).isKnown}
      onSubmit={submit}
      onCancel={onClose}
    >
      <CustomerInputs
        values={values}
        onChange={(part) => {
          setValues((before) => ({ ...before, ...part }));
          if (part.email !== undefined) setIsChecked(false);
        }}
        action={action}
        isChecked={isChecked}
      />
    </ActionForm>
  );
}

function useCreate(onCreated: Props["onCreated"]) {
  const trpc = useTRPC();
  const router = useRouter();
  const pathOf = usePartnerPath();
  const refresh = useRefresh("customers");
  const isGone = useIsGone();
  return useAction(
    trpc.customers.create.mutationOptions({
      onSuccess: async (customer) => {
        void refresh();
        toast({ title: "Customer created", message: customer.name ?? customer.email });
        // The user has left the page before the response arrived.
        if (isGone()) return;
        // "Back" would open an empty form.
        await onCreated();
        // Leaving the page unmounts the dialog.
        router.push(pathOf(`/customers/${customer.id}`));
      },
    }),
  );
}
