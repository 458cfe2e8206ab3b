"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Formats, formatsOf } from "./formats";

const LocaleContext = createContext("en");

/** The reader's language, as the browser asked for the page in it: the same on both sides. */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** Numbers, money and days as the reader writes them. */
export function useFormats(): Formats {
  const locale = useContext(LocaleContext);
  return useMemo(() => formatsOf(locale), [locale]);
}
