import { requestContext } from "@/app/_session";
import { wiring } from "@/server/current-wiring";
import { handleTrpc } from "@/server/trpc/http";

async function answer(request: Request): Promise<Response> {
  const { originFault } = await wiring();
  return handleTrpc(request, { originFault, createContext: requestContext });
}

export { answer as POST };
