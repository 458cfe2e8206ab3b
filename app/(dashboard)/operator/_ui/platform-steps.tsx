import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Home } from "@/app/_trpc/types";
import { useHydrated } from "@/app/_ui/format/use-now";
import { PageLink } from "@/app/_ui/layout/page-link";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Section } from "@/app/_ui/layout/section";
import { Step, Steps } from "@/app/_ui/layout/steps";
import { TextLink } from "@/app/_ui/layout/text-link";

type Progress = Home["steps"];

export function isComplete({ hasProduct, hasPartner, hasMember, hasCall }: Progress): boolean {
  return hasProduct && hasPartner && hasMember && hasCall;
}

/** The first steps of a new platform. Their state is what the database has: nothing is stored. */
export function PlatformSteps({ steps }: { steps: Progress }) {
  const { hasProduct, hasPartner, hasMember, hasCall, partner } = steps;
  const origin = useHydrated() ? window.location.origin : "";
  return (
    <Section title="Set up your platform">
      <Steps>
        <Step number={1} title="Add products" isDone={hasProduct}>
          <p>
            What partners sell, with a minimum price each. Add them one by one, or{" "}
            <TextLink href="/operator/imports/new?kind=products">import a CSV file</TextLink>.
          </p>
          {!hasProduct && <StepButton href="/operator/products?new=true">New product</StepButton>}
        </Step>
        <Step number={2} title="Create a partner" isDone={hasPartner}>
          <p>With a revenue share, and a first API key if you want.</p>
          {!hasPartner && <StepButton href="/operator/partners?new=true">New partner</StepButton>}
        </Step>
        <Step number={3} title="Invite its owner" isDone={hasMember}>
          <p>The owner sets a password through a one-time link and invites the team.</p>
          {partner && !hasMember && (
            <StepButton href={partnerPath(partner.code, "/settings/team")}>
              Invite to {partner.name}
            </StepButton>
          )}
        </Step>
        <Step number={4} title="Wait for the first API call" isDone={hasCall}>
          <p>With the partner&apos;s key, this returns its account.</p>
          {!hasCall && (
            <pre>{`curl -H "Authorization: Bearer rsk_..." ${origin}/api/v1/reseller/me`}</pre>
          )}
        </Step>
      </Steps>
    </Section>
  );
}

function StepButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button component={PageLink} href={href} size="sm" mt="sm">
      {children}
    </Button>
  );
}
