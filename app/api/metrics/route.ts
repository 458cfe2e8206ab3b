import { wiring } from "@/server/wiring";

export const dynamic = "force-dynamic";

/** Prometheus metrics of this process, protected by METRICS_TOKEN. */
export async function GET(request: Request): Promise<Response> {
  const { watch } = await wiring();
  return watch.answerMetrics(request);
}
