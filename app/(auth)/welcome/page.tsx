import type { Metadata } from "next";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { PASSWORD_MIN_LENGTH } from "@/server/core/sign-in/schema";
import { Welcome } from "./welcome";

export const metadata: Metadata = {
  title: "Set a password",
  // The link's token must not be sent to any other page.
  referrer: "no-referrer",
};

export default function WelcomePage() {
  return (
    <FrontPage>
      <Welcome minLength={PASSWORD_MIN_LENGTH} />
    </FrontPage>
  );
}
