import { redirect } from "next/navigation";
import { homePath, mustEnrol, type PageInput } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { safePath, signInPath } from "@/app/_ui/auth/safe-path";
import { FrontPage } from "@/app/_ui/layout/front-page";
import { FirstSecondFactor } from "./first-second-factor";

export const metadata = { title: "Set up two-factor authentication" };

/** The page where operators without a second factor must set one up. */
export default async function SecondFactorPage({ searchParams }: PageInput) {
  const { callbackUrl } = await searchParams;
  const target = safePath(callbackUrl);
  const home = await homePath();
  if (!home) redirect(signInPath(target));
  if (!(await mustEnrol())) redirect(target === "/" ? home : target);
  await serverQueryClient().prefetchQuery(trpcOnServer.session.whoAmI.queryOptions());
  return (
    <FrontPage>
      <Hydrated>
        <FirstSecondFactor target={target} />
      </Hydrated>
    </FrontPage>
  );
}
