export const dynamic = "force-dynamic";

/** The process is alive and serves. Says nothing of the stores. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
