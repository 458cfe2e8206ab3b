import { wiring } from "@/server/wiring";

export const dynamic = "force-dynamic";

/** Readiness: whether this process's stores are reachable and migrated. */
export async function GET(request: Request): Promise<Response> {
  const { watch } = await wiring();
  return watch.answerReady(request);
}
