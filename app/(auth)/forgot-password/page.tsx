import { FrontPage } from "@/app/_ui/layout/front-page";
import { SupportProvider } from "@/app/_ui/layout/support-email";
import { wiring } from "@/server/current-wiring";
import { ForgotPassword } from "./forgot-password";

export const metadata = { title: "Reset your password" };

export default async function ForgotPasswordPage() {
  const { shown } = await wiring();
  return (
    <FrontPage>
      <SupportProvider email={shown.supportEmail}>
        <ForgotPassword hasMail={shown.hasMail} />
      </SupportProvider>
    </FrontPage>
  );
}
