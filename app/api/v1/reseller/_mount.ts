import { after } from "next/server";
import { answerFetch } from "@/server/rest/fetch";
import { wiring } from "@/server/wiring";

// One function answers every method and path: what is allowed where stands in the list of endpoints.
async function answer(request: Request): Promise<Response> {
  const { api, clientAddress, recorder, hasOwnServer, publicUrl } = await wiring();
  // Such a host may freeze the process once the answer is out, and its timers with it.
  if (!hasOwnServer) after(() => recorder.flush());
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  return answerFetch(api, request, { address: clientAddress(request.headers), isHttps });
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
