"use client";

import dynamic from "next/dynamic";

/** Next loads `not-found` with every page below it, so it must not contain the shell again. */
export const UnknownPartner = dynamic(async () => {
  return (await import("./unknown-partner-page")).UnknownPartnerPage;
});
