import { redirect } from "next/navigation";
import { currentAudience, requireAudience } from "@/app/_guard";

export default async function SettingsPage() {
  await requireAudience("everyone");
  const isPartner = (await currentAudience()) === "partner";
  redirect(isPartner ? "/settings/profile" : "/settings/security");
}
