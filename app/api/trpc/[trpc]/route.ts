import { requestContext } from "@/app/_session";
import { handleTrpc } from "@/server/trpc/http";
import { wiring } from "@/server/wiring";

async function answer(request: Request): Promise<Response> {
  const { publicUrl } = await wiring();
  // Without a public address we are where the browser says it found us.
  const origin = publicUrl ? new URL(publicUrl).origin : `http://${request.headers.get("host")}`;
  return handleTrpc(request, { origin, createContext: requestContext });
}

export { answer as POST };
