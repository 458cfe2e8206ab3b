import { Button } from "@mantine/core";
import { useAccess, usePartnerPath } from "@/app/_trpc/use-partner";
import { useHydrated } from "@/app/_ui/format/use-now";
import { PageLink } from "@/app/_ui/layout/page-link";
import { Section } from "@/app/_ui/layout/section";
import { Step, Steps } from "@/app/_ui/layout/steps";
import { TextLink } from "@/app/_ui/layout/text-link";

export type Progress = { hasKey: boolean; hasCalled: boolean; hasCustomer: boolean };

/** Whether all of the first steps are done. */
export function isSetUp({ hasKey, hasCalled, hasCustomer }: Progress): boolean {
  return hasKey && hasCalled && hasCustomer;
}

/** The first steps of a new partner: a key, a request with it, a customer. */
export function FirstSteps({ progress }: { progress: Progress }) {
  const { hasKey, hasCalled, hasCustomer } = progress;
  const mayIssue = useAccess("key.issued") === "allowed";
  const mayCreate = useAccess("customer.created") === "allowed";
  const pathOf = usePartnerPath();
  const origin = useHydrated() ? window.location.origin : "";
  return (
    <Section title="Get started">
      <Steps>
        <Step number={1} title="Create an API key" isDone={hasKey}>
          <p>Use a separate key for each integration, with only the scopes it needs.</p>
          {!hasKey && mayIssue && (
            <Button component={PageLink} href={pathOf("/api-keys?new=true")} size="sm" mt="sm">
              New key
            </Button>
          )}
        </Step>
        <Step number={2} title="Make an API call" isDone={hasCalled}>
          <p>
            This returns the partner account. See all endpoints in the{" "}
            <TextLink href="/docs" size="sm">
              API reference
            </TextLink>
            .
          </p>
          {!hasCalled && (
            <pre>{`curl -H "Authorization: Bearer rsk_..." ${origin}/api/v1/reseller/me`}</pre>
          )}
        </Step>
        <Step number={3} title="Create a customer" isDone={hasCustomer}>
          <p>Use POST /accounts or the dashboard.</p>
          {!hasCustomer && mayCreate && (
            <Button
              component={PageLink}
              href={pathOf("/customers?new=true")}
              size="sm"
              mt="sm"
              variant={hasKey ? "filled" : "default"}
            >
              New customer
            </Button>
          )}
        </Step>
      </Steps>
    </Section>
  );
}
