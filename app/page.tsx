import { redirect } from "next/navigation";
import { homePath } from "./_guard";

export default async function RootPage() {
  redirect((await homePath()) ?? "/sign-in");
}
