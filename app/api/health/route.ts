import { healthAnswer } from "@/server/observe/http";

export const dynamic = "force-dynamic";

export { healthAnswer as GET };
