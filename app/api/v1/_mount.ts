import { after } from "next/server";
import { refusal } from "@/app/api/_routes";
import { servingWiring } from "@/server/current-wiring";
import { answerFetch } from "@/server/rest/fetch";

// One function handles every method and path: the list of endpoints defines what is allowed.
async function answer(request: Request): Promise<Response> {
  const parts = await servingWiring();
  // The listener answers every path of the API; this one only looks like one to Next.
  if (!parts) return refusal("not_found");
  const { api, clientAddress, recorder, hasOwnServer, publicUrl } = parts;
  // Without our own server, the host may freeze the process after the response, and its timers too.
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
