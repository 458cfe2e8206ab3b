import { expect } from "vitest";
import type { Platform } from "../../../testing/platform";
import { newTransfer } from "../../../trpc/testing/scene";
import type { Partner } from "../../partners/schema";
import { cancelTransfer, markTransfers } from "../../transfers/mutations";
import type { Event } from "../schema";

type Seller = {
  partner: Partner;
  newEvents(): Promise<Pick<Event, "type" | "subject" | "data">[]>;
};
type Stage = { platform: Platform; newSeller(): Promise<Seller> };

/** The changes of a transfer, and the events that they cause. */
export function transferChanges(stage: () => Stage): Record<string, () => Promise<void>> {
  const newOne = async () => {
    const { platform, newSeller } = stage();
    const { partner, newEvents } = await newSeller();
    const id = await newTransfer(platform, partner);
    const mark = (status: "sent" | "paid" | "failed") =>
      markTransfers(platform.system, { transferIds: [id], status, reference: `T-${status}` });
    return { system: platform.system, id, newEvents, mark };
  };
  return {
    async "transfers: created, paid and returned, with each of their payouts"() {
      const { id, newEvents, mark } = await newOne();
      const subject = { type: "transfer", id, url: `/transfers/${id}` };
      const sums = { currency: "USD", amount: 20 };
      const [created] = await newEvents();
      expect(created).toMatchObject({
        type: "transfer.created",
        subject,
        data: { ...sums, payouts: 1 },
      });
      await mark("sent");
      expect(await newEvents()).toEqual([]);
      for (const status of ["paid", "failed"] as const) {
        await mark(status);
        await mark(status);
        const settled = { ...sums, reference: `T-${status}` };
        expect(await newEvents()).toMatchObject([
          { type: `transfer.${status}`, subject, data: settled },
          { type: `payout.${status}`, data: { ...settled, transfer_id: id } },
        ]);
      }
    },

    async "a canceled transfer: none, because nothing was paid"() {
      const { system, id, newEvents } = await newOne();
      await newEvents();
      await cancelTransfer(system, { transferId: id });
      expect(await newEvents()).toEqual([]);
    },
  };
}
