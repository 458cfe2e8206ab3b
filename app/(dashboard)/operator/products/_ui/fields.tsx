import { Group, TextInput } from "@mantine/core";
import { OPTION_LIST } from "@/app/_ui/form/option-list";
import { SearchableSelect } from "@/app/_ui/form/searchable-select";
import type { Draft, Errors } from "./draft";

const CURRENCIES = Intl.supportedValuesOf("currency").map((code) => ({ value: code, label: code }));

type Props = {
  draft: Draft;
  errors: Errors;
  onChange: (part: Partial<Draft>) => void;
  /** The code and the currency of a product never change. */
  isNew?: boolean;
};

export function Fields({ draft, errors, onChange, isNew = false }: Props) {
  return (
    <>
      <TextInput
        label="Name"
        description="As partners and their statements show it."
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errors.name}
        maxLength={80}
        data-autofocus
      />
      {isNew && <Identity draft={draft} errors={errors} onChange={onChange} />}
      <Group grow align="flex-start">
        <Price
          label="Minimum price"
          description={isNew ? "Partners can't charge less." : "Raises partners' lower prices."}
          of={draft.currency}
          value={draft.floor}
          onChange={(floor) => onChange({ floor })}
          error={errors.floor}
        />
        <Price
          label="Default price"
          description="For partners that set none."
          of={draft.currency}
          value={draft.retail}
          onChange={(retail) => onChange({ retail })}
          error={errors.retail}
        />
      </Group>
    </>
  );
}

function Identity({ draft, errors, onChange }: Omit<Props, "isNew">) {
  return (
    <Group grow align="flex-start">
      <TextInput
        label="Code"
        description="Can't be changed later."
        value={draft.code}
        onChange={(event) => onChange({ code: event.currentTarget.value.toLowerCase() })}
        error={errors.code}
        maxLength={64}
        autoCapitalize="off"
        spellCheck={false}
      />
      <SearchableSelect
        size="md"
        label="Currency"
        description="Can't be changed later."
        data={CURRENCIES}
        value={draft.currency || null}
        onChange={(currency) => onChange({ currency: currency ?? "" })}
        error={errors.currency}
        {...OPTION_LIST}
      />
    </Group>
  );
}

type PriceProps = {
  label: string;
  description: string;
  /** The currency; empty until it is chosen. */
  of: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
};

function Price({ of: currency, onChange, ...field }: PriceProps) {
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<span aria-hidden>{currency}</span>}
      leftSectionWidth={currency === "" ? 0 : 52}
      maxLength={20}
    />
  );
}
