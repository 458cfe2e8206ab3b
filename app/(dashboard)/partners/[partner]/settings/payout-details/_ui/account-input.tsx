import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { hasIban } from "@/server/core/payout-details/countries";
import { compactIban, ibanFault, spacedIban } from "@/server/core/payout-details/iban";

type Props = {
  country: string;
  value: string;
  /** The form's or the server's. */
  error: string | undefined;
  onChange: (value: string) => void;
};

/** An IBAN, checked when the field is left; in other countries a text. Drafts of it are never kept. */
export function AccountInput({ country, value, error, onChange }: Props) {
  const [wasLeft, setWasLeft] = useState(false);
  if (!hasIban(country)) {
    return (
      <Textarea
        data-secret
        label="Account details"
        description="Bank, routing or SWIFT code, and account number."
        spellCheck={false}
        autosize
        minRows={3}
        maxLength={500}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
    );
  }
  const fault = ibanFault(value, country);
  const isShown = wasLeft && value.trim() !== "";
  const leave = () => {
    setWasLeft(true);
    if (fault === null) onChange(spacedIban(compactIban(value)));
  };
  return (
    <TextInput
      data-secret
      label="IBAN"
      spellCheck={false}
      maxLength={60}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={leave}
      error={(isShown ? fault : null) ?? error}
    />
  );
}
