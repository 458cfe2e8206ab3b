import { expect } from "vitest";
import { newTransfer } from "../../../trpc/testing/scene";
import { cancelTransfer, markTransfers } from "../../transfers/mutations";
import type { Changes, Stage } from "./stage";

/** The changes of a transfer, and the events that they cause. */
export function transferChanges({ platform, newSeller }: Stage): Changes {
  const newOne = async () => {
    const { partner, newEvents } = await newSeller();
    const id = await newTransfer(platform, partner);
    const mark = (status: "sent" | "paid" | "failed") =>
      markTransfers(platform.system, { transferIds: [id], status, reference: `T-${status}` });
    return { id, newEvents, mark };
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
      const { id, newEvents } = await newOne();
      await newEvents();
      await cancelTransfer(platform.system, { transferId: id });
      expect(await newEvents()).toEqual([]);
    },
  };
}
