import { refusal } from "@/app/api/_routes";
import { servingWiring } from "@/server/current-wiring";

export const dynamic = "force-dynamic";

/** Readiness: whether this process's stores are reachable and migrated. */
export async function GET(request: Request): Promise<Response> {
  const parts = await servingWiring();
  return parts ? parts.watch.answerReady(request) : refusal("not_found");
}
