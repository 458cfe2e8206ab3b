"use client";

import { NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { PayoutDetails } from "@/app/_trpc/types";
import { useSecretAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { toast } from "@/app/_ui/feedback/toast";
import { ActionForm } from "@/app/_ui/form/action-form";
import { COUNTRY_CODES, countryName, hasIban } from "@/server/core/payout-details/countries";
import { ibanFault } from "@/server/core/payout-details/iban";
import { AccountInput } from "./account-input";
import { useRefreshDetails } from "./use-refresh-details";

const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).sort(
  (one, other) => one.label.localeCompare(other.label, "en"),
);

type Props = { of: PayoutDetails; onClose: () => void };

/**
 * Adds or changes the details. Account and tax number are typed anew, because the browser only has
 * them masked.
 */
export function DetailsForm({ of, onClose }: Props) {
  const latest = of.pending ?? of.inForce;
  const [values, setValues] = useState<Values>({
    country: latest?.country ?? "",
    account: "",
    holder: latest?.holder ?? "",
    legalName: latest?.legalName ?? "",
    address: latest?.address ?? "",
    taxNumber: "",
  });
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const [wasSent, setWasSent] = useState(false);
  const action = useChange(onClose, values);
  const { issues } = action;
  return (
    <ActionForm
      action={action}
      confirm={latest ? "Change payout details" : "Add payout details"}
      isDisabled={values.country === ""}
      onCancel={onClose}
      onSubmit={() => {
        setWasSent(true);
        const { country, account } = values;
        if (!hasIban(country) || ibanFault(account, country) === null) action.run();
      }}
    >
      <NativeSelect
        size="md"
        data-autofocus
        label="Country of the account"
        data={[{ value: "", label: "Choose a country", disabled: true }, ...COUNTRIES]}
        value={values.country}
        onChange={({ currentTarget }) => change({ country: currentTarget.value })}
        error={issues.country}
      />
      {values.country !== "" && (
        <AccountInput
          country={values.country}
          value={values.account}
          isChecked={wasSent}
          error={issues.iban ?? issues.account}
          onChange={(account) => change({ account })}
        />
      )}
      <OwnerInputs
        values={values}
        taxNumber={latest?.taxNumber ?? null}
        issues={issues}
        change={change}
      />
      <Text size="sm" c="dimmed">
        {consequences(of)}
      </Text>
    </ActionForm>
  );
}

type OwnerProps = {
  values: Values;
  /** The one that was given before, masked. */
  taxNumber: string | null;
  issues: Record<string, string>;
  change: (part: Partial<Values>) => void;
};

/** The fields about the owner of the account. */
function OwnerInputs({ values, taxNumber, issues, change }: OwnerProps) {
  return (
    <>
      <TextInput
        size="md"
        label="Account holder"
        description="Exactly as the bank has it."
        autoComplete="off"
        maxLength={140}
        value={values.holder}
        onChange={({ currentTarget }) => change({ holder: currentTarget.value })}
        error={issues.holder}
      />
      <TextInput
        size="md"
        label="Legal name"
        description="Of the company or person that is paid."
        autoComplete="organization"
        maxLength={140}
        value={values.legalName}
        onChange={({ currentTarget }) => change({ legalName: currentTarget.value })}
        error={issues.legalName}
      />
      <Textarea
        size="md"
        label="Address"
        description="With the country."
        autoComplete="off"
        autosize
        minRows={3}
        maxLength={500}
        value={values.address}
        onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        error={issues.address}
      />
      <TextInput
        size="md"
        data-secret
        label="VAT or tax number"
        description={
          taxNumber ? `Optional. Enter it again: ${taxNumber} is removed otherwise.` : "Optional."
        }
        autoComplete="off"
        maxLength={40}
        value={values.taxNumber}
        onChange={({ currentTarget }) => change({ taxNumber: currentTarget.value })}
        error={issues.taxNumber}
      />
    </>
  );
}

function consequences({ pending, waitHours }: PayoutDetails): string {
  const wait =
    waitHours === 0
      ? "The change is used immediately."
      : `The change is used after ${waitHours} ${waitHours === 1 ? "hour" : "hours"}.`;
  const replaced = pending ? " It replaces the pending change." : "";
  return `${wait}${replaced} All owners and the platform team are notified.`;
}

type Values = {
  country: string;
  account: string;
  holder: string;
  legalName: string;
  address: string;
  taxNumber: string;
};

function useChange(onClose: () => void, values: Values) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const refresh = useRefreshDetails();
  // A secret action: the cache of mutations would keep the account.
  return useSecretAction(async () => {
    const { account, taxNumber, ...texts } = values;
    const isIban = hasIban(texts.country);
    await client.payoutDetails.change.mutate({
      partner,
      ...texts,
      iban: isIban ? account : null,
      account: isIban ? null : account,
      taxNumber: taxNumber.trim() === "" ? null : taxNumber,
    });
    await refresh();
    toast({
      title: "Payout details saved",
      message: "Owners and the platform team are notified.",
    });
    onClose();
  });
}
