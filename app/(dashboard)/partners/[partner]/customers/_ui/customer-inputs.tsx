import { TextInput } from "@mantine/core";
import type { Customer } from "@/app/_trpc/types";
import type { ActionState } from "@/app/_trpc/use-action";
import { PartnerTextLink } from "@/app/_ui/layout/partner-link";
import { type Entry, metadataOf, repeatedName } from "./metadata";
import { MetadataInput } from "./metadata-input";

export type CustomerValues = {
  email: string;
  name: string;
  externalId: string;
  entries: Entry[];
};

export const NO_VALUES: CustomerValues = { email: "", name: "", externalId: "", entries: [] };

type Saved = Pick<Customer, "email" | "name" | "externalId" | "metadata">;

export function valuesOf({ email, name, externalId, metadata }: Saved): CustomerValues {
  const entries = Object.entries(metadata)
    .sort(([one], [other]) => one.localeCompare(other, "en"))
    .map(([key, value], id) => ({ id, name: key, value }));
  return { email, name: name ?? "", externalId: externalId ?? "", entries };
}

export function inputOf({ email, name, externalId, entries }: CustomerValues) {
  return {
    email: email.trim(),
    name: name.trim() || null,
    externalId: externalId.trim() || null,
    metadata: metadataOf(entries),
  };
}

/** Whether the values can be sent; the inputs show what is missing. */
export function isComplete({ email, entries }: CustomerValues): boolean {
  return isEmail(email) && repeatedName(entries) === undefined;
}

const isEmail = (email: string) => /^\S+@\S+$/.test(email.trim());

type Props = {
  values: CustomerValues;
  onChange: (part: Partial<CustomerValues>) => void;
  action: ActionState;
  /** Whether to show errors of fields that were not sent yet. */
  isChecked: boolean;
};

/** The fields of a customer, to create or to edit one. */
export function CustomerInputs({ values, onChange, action, isChecked }: Props) {
  const { issues } = action;
  const taken = takenBy(action);
  const repeated = repeatedName(values.entries);
  return (
    <>
      <TextInput
        type="email"
        label="Email"
        value={values.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={
          (isChecked && !isEmail(values.email) && "Enter an email address.") ||
          (issues.email ?? taken.email)
        }
        maxLength={254}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Optional. Person or company name."
        value={values.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={issues.name}
        maxLength={200}
      />
      <TextInput
        label="External ID"
        description="Optional. The customer's ID in your system."
        value={values.externalId}
        onChange={(event) => onChange({ externalId: event.currentTarget.value })}
        error={issues.externalId ?? taken.externalId}
        maxLength={128}
      />
      <MetadataInput
        entries={values.entries}
        onChange={(entries) => onChange({ entries })}
        error={repeated ? `The key “${repeated}” is used twice.` : metadataIssue(issues)}
      />
    </>
  );
}

/** Names the customer that already has the email or the external ID, beside the field. */
export function takenBy({ failure }: ActionState) {
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
