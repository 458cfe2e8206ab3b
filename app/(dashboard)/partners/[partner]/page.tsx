import { redirect } from "next/navigation";
import { partnerPath } from "@/app/_ui/layout/pages";

type Props = { params: Promise<{ partner: string }> };

export default async function PartnerPage({ params }: Props) {
  redirect(partnerPath((await params).partner, "/overview"));
}
