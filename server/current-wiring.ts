import type { Wiring } from "./wiring";

/** The parts that pages, procedures, exports and sign-in use. */
export type PageWiring = Pick<
  Wiring,
  | "core"
  | "log"
  | "secrets"
  | "publicUrl"
  | "shown"
  | "originFault"
  | "clientAddress"
  | "onUnavailable"
>;

// The app and the server are separate bundles; they share the wiring through this global.
const SLOT = Symbol.for("latchkey.wiring");
const slots = globalThis as { [SLOT]?: Promise<PageWiring | Wiring> };

/** The wiring of pages; without our own server it is opened at the first request. */
export function wiring(): Promise<PageWiring | Wiring> {
  slots[SLOT] ??= open().catch((error: unknown) => {
    delete slots[SLOT];
    throw error;
  });
  return slots[SLOT];
}

// Imported only here: with our own server, the thread of the pages never loads the API, the drivers
// and their copies in several of Next's bundles.
async function open(): Promise<Wiring> {
  const { openWiringFromEnv } = await import("./wiring");
  return openWiringFromEnv();
}

/** The whole wiring; null in the thread of the pages, whose process serves the API itself. */
export async function servingWiring(): Promise<Wiring | null> {
  const found = await wiring();
  return "api" in found ? found : null;
}

/** Registers the wiring of the pages of this thread. */
export function provideWiring(parts: PageWiring | Wiring): void {
  slots[SLOT] = Promise.resolve(parts);
}
