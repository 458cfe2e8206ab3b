"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { compareClocks } from "./clock";

const ServerNow = createContext<number | null>(null);

/** Gives its children the time at which the server has rendered them, in milliseconds. */
export function ServerNowProvider({ at, children }: { at: number; children: ReactNode }) {
  // Before anything reads the time.
  useState(() => compareClocks(at));
  return <ServerNow.Provider value={at}>{children}</ServerNow.Provider>;
}

/** The time at which the server has rendered the page; null if it is not said. */
export function useServerNow(): number | null {
  return useContext(ServerNow);
}
