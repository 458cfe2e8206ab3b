import { wireEncoder } from "../../core/kernel/wire";
import { TRANSFER_EXAMPLE, Transfer } from "../../core/transfers/schema";

export const TRANSFERS = {
  name: "Transfers",
  description: "What partners are really paid: payouts, paid together.",
};
export const TRANSFER_EXAMPLE_WIRE = wireEncoder(Transfer)(TRANSFER_EXAMPLE) as object;
