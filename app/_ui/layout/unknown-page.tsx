"use client";

import dynamic from "next/dynamic";

/** Next loads `not-found` with every page below it, so it must not contain the shell again. */
export const UnknownPage = dynamic(async () => {
  return (await import("./unknown-page-open")).OpenUnknownPage;
});
