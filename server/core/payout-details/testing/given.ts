/** Valid details as an owner types them. */
export const GIVEN = {
  holder: "Acme Hosting GmbH",
  country: "DE",
  iban: "de89 3704 0044 0532 0130 00",
  account: null,
  legalName: "Acme Hosting GmbH",
  address: "Hidden Lane 7\n10115 Berlin\nGermany",
  taxNumber: "DE811907980",
};
