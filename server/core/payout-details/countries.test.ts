import { countrySpecs } from "ibantools";
import { expect, it } from "vitest";
import { COUNTRY_CODES, countryName, hasIban, ibanPrefix } from "./countries";

it("lists every country once, with a name", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(COUNTRY_CODES.length);
  expect(COUNTRY_CODES.toSorted()).toEqual(Object.keys(countrySpecs).sort());
  expect(COUNTRY_CODES.filter((code) => countryName(code) === code)).toEqual([]);
});

it("knows which countries have IBANs as the library does, and territories that use another's", () => {
  const own = COUNTRY_CODES.filter((code) => hasIban(code) && ibanPrefix(code) === code);
  expect(own.filter((code) => countrySpecs[code]?.IBANRegistry !== true)).toEqual([]);
  const others = COUNTRY_CODES.filter((code) => !hasIban(code));
  expect(others.filter((code) => countrySpecs[code]?.IBANRegistry === true)).toEqual([]);
});
