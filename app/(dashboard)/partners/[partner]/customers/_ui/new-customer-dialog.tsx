"use client";

import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Failure } from "@/app/_trpc/failure";
import { useAction } from "@/app/_trpc/use-action";
import { usePartnerCode, usePartnerPath } from "@/app/_trpc/use-partner";
import { Dialog } from "@/app/_ui/dialog/dialog";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionForm } from "@/app/_ui/form/action-form";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { type Entry, metadataOf, repeatedName } from "./metadata";
import { MetadataInput } from "./metadata-input";

type Props = { isOpen: boolean; onClose: () => void };

export function NewCustomerDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title="New customer" size={520}>
      <NewCustomerForm onClose={onClose} />
    </Dialog>
  );
}

function NewCustomerForm({ onClose }: Pick<Props, "onClose">) {
  const partner = usePartnerCode();
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [externalId, setExternalId] = useState("");
  const [entries, setEntries] = useState<Entry[]>([]);
  const [emailError, setEmailError] = useState<string | null>(null);
  const action = useCreate();
  const { issues } = action;
  const taken = takenBy(action.failure);
  const repeated = repeatedName(entries);

  function submit() {
    if (!/^\S+@\S+$/.test(email.trim())) {
      setEmailError("Enter an email address.");
      return;
    }
    if (repeated !== undefined) return;
    action.run({
      partner,
      email: email.trim(),
      name: name.trim() || null,
      externalId: externalId.trim() || null,
      metadata: metadataOf(entries),
    });
  }

  return (
    <ActionForm
      action={action}
      confirm="Create customer"
      isFailureShown={taken.isKnown}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        type="email"
        label="Email"
        value={email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          setEmailError(null);
        }}
        error={emailError ?? issues.email ?? taken.email}
        maxLength={254}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Optional. Person or company name."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={issues.name}
        maxLength={200}
        autoComplete="off"
      />
      <TextInput
        label="External ID"
        description="Optional. The customer's ID in your system."
        value={externalId}
        onChange={(event) => setExternalId(event.currentTarget.value)}
        error={issues.externalId ?? taken.externalId}
        maxLength={128}
        autoComplete="off"
      />
      <MetadataInput
        entries={entries}
        onChange={setEntries}
        error={repeated ? `The key “${repeated}” is used twice.` : metadataIssue(issues)}
      />
    </ActionForm>
  );
}

function useCreate() {
  const trpc = useTRPC();
  const router = useRouter();
  const pathOf = usePartnerPath();
  const queryClient = useQueryClient();
  return useAction(
    trpc.customers.create.mutationOptions({
      onSuccess: (customer) => {
        void queryClient.invalidateQueries({ queryKey: trpc.customers.pathKey() });
        toast({ title: "Customer created", message: customer.name ?? customer.email });
        // Leaving the page unmounts the dialog.
        router.push(pathOf(`/customers/${customer.id}`));
      },
    }),
  );
}

/** Names the customer that already has the email or the external ID, beside the field. */
function takenBy(failure: Failure | null) {
  const { field, id } = failure?.code === "conflict" ? failure.details : {};
  const message = typeof id === "string" && (
    <>
      A customer with this value already exists.{" "}
      <PartnerTextLink path={`/customers/${id}`} size="xs">
        View customer
      </PartnerTextLink>
    </>
  );
  return {
    isKnown: message !== false,
    email: field === "email" && message,
    externalId: field === "externalId" && message,
  };
}

function metadataIssue(issues: Record<string, string>): string | undefined {
  return Object.entries(issues).find(([path]) => path.startsWith("metadata"))?.[1];
}
