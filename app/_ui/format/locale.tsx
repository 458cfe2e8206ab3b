"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type Formats, formatsOf } from "./formats";

const LocaleContext = createContext("en");

/** The language that the browser requested, so that the server and the browser render the same. */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** The formats of the user's language. */
export function useFormats(): Formats {
  return formatsOf(useContext(LocaleContext));
}
