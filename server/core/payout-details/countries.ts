// Browsers load this file.

/** Countries whose accounts have an IBAN: the registry of SWIFT, with the territories that use it. */
const IBAN_COUNTRIES = new Set(
  `AD AE AL AT AX AZ BA BE BG BH BL BR BY CH CR CY CZ DE DK DO EE EG ES FI FO FR GB GE GF GG GI GL GP
  GR GT HR HU IE IL IM IQ IS IT JE JO KW KZ LB LC LI LT LU LV LY MC MD ME MF MK MN MQ MR MT MU NC NI
  NL NO OM PF PK PL PM PS PT QA RE RO RS RU SA SC SD SE SI SK SM SO ST SV TF TL TN TR UA VA VG WF XK
  YE YT`.split(/\s+/),
);

/** All others of ISO 3166-1. */
const OTHER_COUNTRIES =
  `AF AG AI AM AO AQ AR AS AU AW BB BD BF BI BJ BM BN BO BQ BS BT BV BW BZ CA CC
  CD CF CG CI CK CL CM CN CO CU CV CW CX DJ DM DZ EC EH ER ET FJ FK FM GA GD GH GM GN GQ GS GU GW GY
  HK HM HN HT ID IN IO IR JM JP KE KG KH KI KM KN KP KR KY LA LK LR LS MA MG MH ML MM MO MP MS MV MW
  MX MY MZ NA NE NF NG NP NR NU NZ PA PE PG PH PN PR PW PY RW SB SG SH SJ SL SN SR SS SX SY SZ TC TD
  TG TH TJ TK TM TO TT TV TW TZ UG UM US UY UZ VC VE VI VN VU WS ZA ZM ZW`.split(/\s+/);

export const COUNTRY_CODES: readonly string[] = [...IBAN_COUNTRIES, ...OTHER_COUNTRIES].sort();

/** Territories whose accounts have IBANs of another country. */
const IBAN_OF: Readonly<Record<string, string>> = {
  AX: "FI",
  ...Object.fromEntries("GG IM JE".split(" ").map((code) => [code, "GB"])),
  ...Object.fromEntries(
    "BL GF GP MF MQ NC PF PM RE TF WF YT".split(" ").map((code) => [code, "FR"]),
  ),
};

/** Whether accounts in this country have an IBAN. Otherwise the account is described by a text. */
export const hasIban = (country: string): boolean => IBAN_COUNTRIES.has(country);

/** The first two letters of the IBANs of accounts in this country. */
export const ibanPrefix = (country: string): string => IBAN_OF[country] ?? country;

const NAMES = new Intl.DisplayNames("en", { type: "region" });

export const countryName = (country: string): string => NAMES.of(country) ?? country;
