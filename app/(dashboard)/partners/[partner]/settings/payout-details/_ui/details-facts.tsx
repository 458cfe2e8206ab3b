import { Text } from "@mantine/core";
import type { PayoutDetailsVersion } from "@/app/_trpc/types";
import { Facts } from "@/app/_ui/layout/section";
import { countryName } from "@/server/core/payout-details/countries";

/** A version's fields; account and tax number are masked. */
export function DetailsFacts({ of }: { of: PayoutDetailsVersion }) {
  if (!of.isReadable) {
    return (
      <Text size="sm">
        These details can&apos;t be read: they were encrypted with another secret. Enter them again.
      </Text>
    );
  }
  return (
    <Facts
      of={[
        ["Account holder", <bdi key="holder">{of.holder}</bdi>],
        [
          "Account",
          <span key="account" style={{ whiteSpace: "nowrap" }}>
            {of.account}
          </span>,
        ],
        ["Country", countryName(of.country)],
        ["Legal name", <bdi key="name">{of.legalName}</bdi>],
        [
          "Address",
          <span key="address" dir="auto" style={{ whiteSpace: "pre-line" }}>
            {of.address}
          </span>,
        ],
        ["VAT or tax number", of.taxNumber ?? "—"],
      ]}
    />
  );
}
