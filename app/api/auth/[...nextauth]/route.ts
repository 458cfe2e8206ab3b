import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { refuseUnreadable } from "@/app/api/_routes";
import { authOptions } from "@/server/auth/options";
import { wiring } from "@/server/wiring";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// Pages that next-auth would render by itself: not in our look, and stripped bare by our policy.
const FOREIGN_PAGES: ReadonlySet<string | undefined> = new Set([
  "signout",
  "error",
  "verify-request",
]);

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
  const refused = refuseUnreadable(request);
  if (refused) return refused;
  const { core, secrets, clientAddress } = await wiring();
  let waitSeconds: number | null = null;
  const onWait = (seconds: number) => {
    waitSeconds = seconds;
  };
  const options = authOptions(core, { secrets, clientAddress, onWait });
  const response: Response = await NextAuth(request, context, options);
  if (waitSeconds === null) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(waitSeconds));
  return new Response(response.body, { status: 429, headers });
}

async function answerGet(request: NextRequest, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  if (FOREIGN_PAGES.has(nextauth[0])) redirect("/");
  return answer(request, context);
}

export { answer as POST, answerGet as GET };
