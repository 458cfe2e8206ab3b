import { expect, it } from "vitest";
import { PayoutDetailsChange } from "./change-schema";
import { GIVEN } from "./testing/given";

const faults = (fields: object) =>
  PayoutDetailsChange.safeParse({ ...GIVEN, ...fields }).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  ) ?? [];

it.each([
  ["DE89370400440532013000", "DE"],
  ["de89 3704 0044 0532 0130 00", "DE"],
  ["DE89-3704-0044-0532-0130-00", "DE"],
  ["FR14 2004 1010 0505 0001 3M02 606", "GP"],
  ["GB29 NWBK 6016 1331 9268 19", "JE"],
  ["MT84MALT011000012345MTLCAST001S", "MT"],
])("accepts %s in %s", (iban, country) => {
  expect(faults({ iban, country })).toEqual([]);
});

it.each([
  ["", "DE", "Enter an IBAN."],
  ["DE88370400440532013000", "DE", "Not a valid IBAN. Check it for typos."],
  ["DE8937040044053201300", "DE", "Doesn't have the length of an IBAN of this country."],
  ["FR1420041010050500013M02606", "DE", "An IBAN of Germany starts with DE."],
  ["DE89370400440532013000", "FR", "An IBAN of France starts with FR."],
  ["3704 0044 0532 0130 00", "DE", "Must start with two letters and two digits."],
  [`DE89${"1".repeat(40)}`, "DE", "Must be at most 34 characters."],
  ["DE89370400440532\u0007013000", "DE", "Must contain only letters and digits."],
  ["DE89370400440532\u202e013000", "DE", "Must contain only letters and digits."],
  ["DE89370400440532٠١٣٠٠٠", "DE", "Must contain only letters and digits."],
  ["CH4431999123000889012", "CH", "This is a QR-IBAN. Enter the account's regular IBAN."],
])("refuses %s in %s and doesn't repeat it", (iban, country, message) => {
  expect(faults({ iban, country })).toEqual([`iban: ${message}`]);
});

it("takes a text where accounts have no IBAN, and only there", () => {
  const usa = { country: "US", iban: null };
  expect(faults({ ...usa, account: "Routing 021000021\nAccount 123456789" })).toEqual([]);
  expect(faults({ ...usa, account: null })).toEqual(["account: Required."]);
  expect(faults({ country: "US", account: "1" })).toEqual([
    "iban: Not used for accounts in this country.",
  ]);
  expect(faults({ account: "123" })).toEqual(["account: Not used for accounts in this country."]);
  expect(faults({ iban: null })).toEqual(["iban: Enter an IBAN."]);
  expect(faults({ country: "XX" })).toEqual(["country: Choose a country."]);
});

it.each(["holder", "legalName", "address", "taxNumber"])("checks the text of %s", (field) => {
  expect(faults({ [field]: "مؤسسة النور" })).toEqual([]);
  for (const bad of ["", "a\u0007b", "a\u202eb", "a\u200bb", "\ud800", "x".repeat(100_000)]) {
    expect(faults({ [field]: bad })).toHaveLength(1);
  }
});

it("refuses huge texts", () => {
  const iban = `DE89${"1".repeat(100_000)}`;
  expect(faults({ iban })).toEqual(["iban: Must be at most 34 characters."]);
});
