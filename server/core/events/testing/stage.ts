import type { Platform } from "../../../testing/platform";
import type { Partner } from "../../partners/schema";
import type { Event } from "../schema";

type Seller = {
  partner: Partner;
  partnerId: string;
  /** The events since the last call. */
  newEvents(): Promise<Pick<Event, "type" | "subject" | "data">[]>;
};

export type Stage = { platform: Platform; newSeller(): Promise<Seller> };

/** By name, a change that causes events, and what it expects of them. */
export type Changes = Record<string, () => Promise<void>>;
