import { Alert, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTRPCClient } from "@/app/_trpc/client";
import type { PayoutDetails, PayoutDetailsVersion } from "@/app/_trpc/types";
import { useSecretAction } from "@/app/_trpc/use-action";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { actorName } from "@/app/_ui/format/actor-name";
import { IconClock } from "@/app/_ui/icons/icons";
import { COUNTRY_CODES, countryName, hasIban } from "@/server/core/payout-details/countries";
import { ibanFault } from "@/server/core/payout-details/iban";
import { AccountInput } from "./account-input";

const COUNTRIES = COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).sort(
  (one, other) => one.label.localeCompare(other.label, "en"),
);

type Props = { of: PayoutDetails; onClose: () => void };
/** The version that a change replaces. */
type Saved = { latest: PayoutDetailsVersion | null };

/**
 * Adds or changes the details. Account and tax number are typed anew, because the browser only has
 * them masked.
 */
export function DetailsForm({ of, onClose }: Props) {
  const { change: action, typed } = useChange(onClose);
  return (
    <EditForm
      saved={{ latest: of.pending ?? of.inForce }}
      valuesOf={valuesOf}
      action={action}
      confirm={(_values, saved) => confirmOf(saved)}
      isBlocked={({ country }) => country === ""}
      onCancel={onClose}
      mistakesIn={mistakesIn}
      onSubmit={(values, seen) => {
        typed.current = values;
        action.run(seen);
      }}
    >
      {(values, change, { saved, swaps, errors }) => (
        <>
          {saved.latest?.status === "pending" && <Replaced pending={saved.latest} />}
          <NativeSelect
            data-autofocus
            label="Country of the account"
            data={[{ value: "", label: "Choose a country", disabled: true }, ...COUNTRIES]}
            value={values.country}
            onChange={({ currentTarget }) => change({ country: currentTarget.value })}
            error={errors.country}
          />
          {values.country !== "" && (
            <AccountInput
              key={swaps}
              country={values.country}
              value={values.account}
              error={errors.iban ?? errors.account}
              onChange={(account) => change({ account })}
            />
          )}
          <OwnerInputs
            values={values}
            taxNumber={saved.latest?.taxNumber ?? null}
            issues={errors}
            change={change}
          />
          <Text size="sm" c="dimmed">
            {consequences(of)}
          </Text>
        </>
      )}
    </EditForm>
  );
}

const valuesOf = ({ latest }: Saved): Values => ({
  country: latest?.country ?? "",
  account: "",
  holder: latest?.holder ?? "",
  legalName: latest?.legalName ?? "",
  address: latest?.address ?? "",
  taxNumber: "",
});

const mistakesIn = ({ country, account }: Values) => ({
  iban: hasIban(country) ? ibanFault(account, country) : null,
});

function confirmOf({ latest }: Saved): string {
  if (latest === null) return "Add payout details";
  return latest.status === "pending" ? "Replace pending change" : "Change payout details";
}

/** A change that waits, and is canceled by this one. */
function Replaced({ pending }: { pending: PayoutDetailsVersion }) {
  return (
    <Alert role="note" color="brass" icon={<IconClock size={18} aria-hidden />}>
      A change to {pending.account} is pending, made by {actorName(pending.createdBy)}. This one
      replaces it.
    </Alert>
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
        label="Account holder"
        description="Exactly as the bank has it."
        maxLength={140}
        value={values.holder}
        onChange={({ currentTarget }) => change({ holder: currentTarget.value })}
        error={issues.holder}
      />
      <TextInput
        label="Legal name"
        description="Of the company or person that is paid."
        autoComplete="organization"
        maxLength={140}
        value={values.legalName}
        onChange={({ currentTarget }) => change({ legalName: currentTarget.value })}
        error={issues.legalName}
      />
      <Textarea
        label="Address"
        description="With the country."
        autosize
        minRows={3}
        maxLength={500}
        value={values.address}
        onChange={({ currentTarget }) => change({ address: currentTarget.value })}
        error={issues.address}
      />
      <TextInput
        data-secret
        label="VAT or tax number"
        description={
          taxNumber ? `Optional. Enter it again: ${taxNumber} is removed otherwise.` : "Optional."
        }
        maxLength={40}
        value={values.taxNumber}
        onChange={({ currentTarget }) => change({ taxNumber: currentTarget.value })}
        error={issues.taxNumber}
      />
    </>
  );
}

function consequences({ waitHours }: PayoutDetails): string {
  const wait =
    waitHours === 0
      ? "The change is used immediately."
      : `The change is used after ${waitHours} ${waitHours === 1 ? "hour" : "hours"}.`;
  return `${wait} All owners and the platform team are notified.`;
}

type Values = {
  country: string;
  account: string;
  holder: string;
  legalName: string;
  address: string;
  taxNumber: string;
};

function useChange(onClose: () => void) {
  const client = useTRPCClient();
  const partner = usePartnerCode();
  const changed = useChanged(onClose, "payoutDetails");
  // The cache of mutations would keep the account.
  const typed = useRef<Values | null>(null);
  const change = useSecretAction<Saved>(async (seen) => {
    if (!typed.current) return;
    const { account, taxNumber, ...texts } = typed.current;
    const isIban = hasIban(texts.country);
    await client.payoutDetails.change.mutate({
      partner,
      ...texts,
      iban: isIban ? account : null,
      account: isIban ? null : account,
      taxNumber: taxNumber.trim() === "" ? null : taxNumber,
      seen,
    });
    await changed("Payout details saved", "Owners and the platform team are notified.");
  });
  return { change, typed };
}
