import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/server/auth/options";
import { wiring } from "@/server/wiring";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

async function answer(request: NextRequest, context: RouteContext): Promise<Response> {
  const { core, secret, hasOwnServer } = await wiring();
  return NextAuth(request, context, authOptions(core, { secret, hasOwnServer }));
}

export { answer as GET, answer as POST };
