import { refusal } from "@/app/api/_routes";
import { servingWiring } from "@/server/current-wiring";
import { answerFetch } from "@/server/rest/fetch";

/** Reports of leaked keys, where our own server does not answer them. */
export async function POST(request: Request): Promise<Response> {
  const parts = await servingWiring();
  if (!parts) return refusal("not_found");
  const { leakReports, clientAddress, publicUrl } = parts;
  const isHttps = publicUrl?.startsWith("https:") ?? false;
  return answerFetch(leakReports, request, { address: clientAddress(request.headers), isHttps });
}
