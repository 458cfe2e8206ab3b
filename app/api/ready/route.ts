import { wiring } from "@/server/wiring";

export const dynamic = "force-dynamic";

/** Whether this process can serve: its stores are there, and migrated. */
export async function GET(request: Request): Promise<Response> {
  const { watch } = await wiring();
  return watch.answerReady(request);
}
