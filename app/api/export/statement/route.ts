import { requestContext } from "@/app/_session";
import { signInPath } from "@/app/_ui/auth/safe-path";
import { wiring } from "@/server/current-wiring";
import { exportFailure } from "@/server/export/http";
import { handleStatement } from "@/server/export/statement";

/** A statement as a file. If the session has ended, redirects to sign-in. */
export async function GET(request: Request): Promise<Response> {
  const { core } = await wiring();
  const context = await requestContext().catch((error) => exportFailure(core, error, "statement"));
  if (context instanceof Response) return context;
  const response = await handleStatement(request, context);
  if (response.status !== 401) return response;
  const location = signInPath(null, "expired");
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
