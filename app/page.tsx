import { redirect } from "next/navigation";
import { currentAudience, HOMES } from "./_guard";

/** Nobody stays here: each goes to the page they live on. */
export default async function RootPage() {
  const audience = await currentAudience();
  redirect(audience ? HOMES[audience] : "/sign-in");
}
