import { refusal } from "@/app/api/_routes";
import { servingWiring } from "@/server/current-wiring";

export const dynamic = "force-dynamic";

/** Prometheus metrics of this process, protected by METRICS_TOKEN. */
export async function GET(request: Request): Promise<Response> {
  const parts = await servingWiring();
  return parts ? parts.watch.answerMetrics(request) : refusal("not_found");
}
