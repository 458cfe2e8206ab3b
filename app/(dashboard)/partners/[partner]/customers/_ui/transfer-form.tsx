import { Input, List } from "@mantine/core";
import { useParams, useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Customer } from "@/app/_trpc/types";
import { type ActionState, useAction } from "@/app/_trpc/use-action";
import { usePartner } from "@/app/_trpc/use-partner";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SearchableSelect } from "@/app/_ui/form/searchable-select";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { usePartnerSearch } from "@/app/_ui/table/partner-search";
import { chosenOf, SearchedChoice, useSearchedChoice } from "@/app/_ui/table/searched-choice";

/** Transfers a customer to another partner, which the operator searches. */
export function TransferForm({ of: customer, onClose }: { of: Customer; onClose: () => void }) {
  const { partner } = usePartner();
  const [to, setTo] = useState<string | null>(null);
  const action = useTransfer(customer, onClose);
  const name = customer.name ?? customer.email;
  const taken = takenAt(to, action);
  return (
    <ActionForm
      action={action}
      isFailureShown={taken !== undefined}
      confirm="Transfer customer"
      isDisabled={to === null}
      onSubmit={() =>
        to !== null && action.run({ customerId: customer.id, from: partner.code, to })
      }
      onCancel={onClose}
    >
      <NewPartner
        value={to}
        onChange={(code) => {
          action.reset();
          setTo(code);
        }}
        without={partner.code}
        error={taken}
      />
      <List size="sm" spacing="xs">
        <List.Item>
          {name} moves with its ID, email, name, external ID, metadata and status. {partner.name} no
          longer sees the customer.
        </List.Item>
        <List.Item>
          Charges, payouts and statements of {partner.name} don&apos;t change, and refunds of these
          charges are still recorded there.
        </List.Item>
        <List.Item>
          Charges recorded from now on belong to the new partner, at its prices and revenue share.
        </List.Item>
        <List.Item>Both partners get an event. Neither learns who the other is.</List.Item>
      </List>
    </ActionForm>
  );
}

/** Names the customer of the new partner that has the same email or external ID. */
function takenAt(to: string | null, { failure }: ActionState): ReactNode {
  const { field, id } = failure?.code === "conflict" ? failure.details : {};
  if (to === null || typeof id !== "string") return undefined;
  return (
    <>
      This partner already has a customer with the same{" "}
      {field === "email" ? "email" : "external ID"}.{" "}
      <TextLink href={partnerPath(to, `/customers/${id}`)} size="xs">
        View customer
      </TextLink>
    </>
  );
}

/** From the customer's page, it leads to the customer's page at the new partner. */
function useTransfer(customer: Customer, onClose: () => void) {
  const trpc = useTRPC();
  const router = useRouter();
  const page = useParams<{ id?: string }>();
  const changed = useChanged(onClose, "customers");
  return useAction(
    trpc.customers.transfer.mutationOptions({
      onSuccess: (_, { to }) => {
        if (page.id === customer.id) router.push(partnerPath(to, `/customers/${customer.id}`));
        return changed("Customer transferred", customer.name ?? customer.email);
      },
    }),
  );
}

type Props = {
  value: string | null;
  onChange: (code: string | null) => void;
  /** The code of the partner that has the customer. */
  without: string;
  error: ReactNode;
};

function NewPartner({ value, onChange, without, error }: Props) {
  const field = useSearchedChoice(value);
  const chosen = chosenOf(field, { data: undefined, isError: false });
  const found = usePartnerSearch(field, chosen, ({ code, name }) => ({
    value: code,
    label: `${name} (${code})`,
  }));
  const options = found.data?.filter((option) => option.value !== without);
  return (
    <Input.Wrapper label="New partner" labelElement="div" error={error} errorProps={{ mt: 4 }}>
      <SearchedChoice
        Field={SearchableSelect}
        label="New partner"
        any="Search for a partner"
        field={field}
        chosen={chosen}
        found={{ ...found, data: options }}
        onChange={onChange}
      />
    </Input.Wrapper>
  );
}
