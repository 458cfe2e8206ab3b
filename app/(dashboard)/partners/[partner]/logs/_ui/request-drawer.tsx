import { onDemand } from "@/app/_ui/load/on-demand";

/** The details of a request, loaded when the first request is opened. */
export const RequestDrawer = onDemand({
  load: async () => (await import("./request-drawer-open")).OpenRequestDrawer,
  isOpen: ({ requestId }) => requestId !== null,
});
