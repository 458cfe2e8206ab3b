import { requestContext } from "@/app/_session";
import { handleTrpc } from "@/server/trpc/http";
import { wiring } from "@/server/wiring";

async function answer(request: Request): Promise<Response> {
  const { originFault } = await wiring();
  return handleTrpc(request, { originFault, createContext: requestContext });
}

export { answer as POST };
