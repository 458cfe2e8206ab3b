import { redirect } from "next/navigation";
import { homePath } from "./_guard";

/** Redirects to the user's home page. */
export default async function RootPage() {
  redirect((await homePath()) ?? "/sign-in");
}
