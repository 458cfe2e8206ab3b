import { wiring } from "@/server/wiring";

export const dynamic = "force-dynamic";

/** The process's figures for Prometheus, behind METRICS_TOKEN. */
export async function GET(request: Request): Promise<Response> {
  const { watch } = await wiring();
  return watch.answerMetrics(request);
}
