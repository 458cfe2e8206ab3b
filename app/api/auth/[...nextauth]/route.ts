import { redirect } from "next/navigation";
import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { refusal, refuseUnreadable } from "@/app/api/_routes";
import { authOptions, type Refused } from "@/server/auth/options";
import { wiring } from "@/server/current-wiring";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// The pages that next-auth would render itself: without our design, and broken by our
// Content-Security-Policy.
const FOREIGN_PAGES: ReadonlySet<string | undefined> = new Set([
  "signout",
  "error",
  "verify-request",
]);

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
  const unreadable = refuseUnreadable(request);
  if (unreadable) return unreadable;
  const { core, secrets, clientAddress, originFault } = await wiring();
  // Its cookies would belong to NEXTAUTH_URL, and a sign-in would fail without a message.
  const fault = request.headers.has("origin") ? originFault(request.headers) : null;
  if (fault !== null) return refusal("forbidden", { message: fault });
  const refusals: Refused[] = [];
  const onRefused = (refused: Refused) => void refusals.push(refused);
  const cookies = request.cookies.getAll();
  const options = authOptions(core, { secrets, cookies, clientAddress, onRefused });
  const response: Response = await NextAuth(request, context, options);
  const [refused] = refusals;
  if (!refused) return response;
  const headers = new Headers(response.headers);
  headers.set("retry-after", String(refused.seconds));
  return new Response(response.body, { status: refused.status, headers });
}

async function answerGet(request: NextRequest, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  if (FOREIGN_PAGES.has(nextauth[0])) redirect("/");
  return answer(request, context);
}

export { answer as POST, answerGet as GET };
