import { onDemand } from "@/app/_ui/load/on-demand";

/** The details of a charge, loaded when the first charge is opened. */
export const ChargeDrawer = onDemand({
  load: async () => (await import("./charge-drawer-open")).OpenChargeDrawer,
  isOpen: ({ chargeId }) => chargeId !== null,
});
