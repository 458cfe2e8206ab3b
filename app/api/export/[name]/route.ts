import { requestContext } from "@/app/_session";
import { signInPath } from "@/app/_ui/auth/safe-path";
import { wiring } from "@/server/current-wiring";
import { exportFailure, handleExport } from "@/server/export/http";

type Params = { params: Promise<{ name: string }> };

/** Exports a list as CSV. If the session has ended, redirects to sign-in and back to the list. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { core } = await wiring();
  const { name } = await params;
  const context = await requestContext().catch((error) => exportFailure(core, error, name));
  if (context instanceof Response) return context;
  const response = await handleExport(request, name, context);
  if (response.status !== 401) return response;
  const location = signInPath(pathOf(request.headers.get("referer")), "expired");
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

function pathOf(referer: string | null): string | null {
  if (referer === null || !URL.canParse(referer)) return null;
  const { pathname, search } = new URL(referer);
  return pathname + search;
}
