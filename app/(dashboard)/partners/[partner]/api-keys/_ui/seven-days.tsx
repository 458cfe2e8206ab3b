import { onDemand } from "@/app/_ui/load/on-demand";
import { SevenDaysSkeleton } from "./seven-days-skeleton";

/**
 * The peaks of a key in the seven days on which a limit request is decided. Loaded on demand: the
 * charts weigh more than the lists that offer them.
 */
export const SevenDays = onDemand({
  load: async () => (await import("./seven-days-charts")).SevenDaysCharts,
  placeholder: <SevenDaysSkeleton />,
});
