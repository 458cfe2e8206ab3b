import { redirect } from "next/navigation";
import { homePath } from "./_guard";

/** Redirects to the page on which the user starts. */
export default async function RootPage() {
  redirect((await homePath()) ?? "/sign-in");
}
