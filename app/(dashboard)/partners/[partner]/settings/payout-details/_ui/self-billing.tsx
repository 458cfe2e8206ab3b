import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAction } from "@/app/_trpc/use-action";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { ConfirmBody } from "@/app/_ui/dialog/confirm-body";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { WriteButton } from "@/app/_ui/form/write-button";
import { DateOf } from "@/app/_ui/format/moment";
import { Card, Section } from "@/app/_ui/layout/section";

type Task = "consent" | "withdraw";

const TITLES = { consent: "Consent to self-billing", withdraw: "Withdraw consent" } as const;

/** Whether statements are self-billing invoices, and the owner's consent to it. */
export function SelfBilling() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const isOperator = useIsOperator();
  const found = useQuery(trpc.selfBilling.get.queryOptions({ partner }));
  const { terminatedAt } = usePartner();
  const mayConsent = useAccess("self_billing.consented");
  const mayWithdraw = useAccess("self_billing.withdrawn");
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const consent = found.data;
  const isInForce = consent?.withdrawnAt === null;
  return (
    <Section
      title="Self-billing"
      actions={
        consent !== undefined && (
          <WriteButton
            access={isInForce ? mayWithdraw : mayConsent}
            variant="default"
            onClick={() => setTask(isInForce ? "withdraw" : "consent")}
          >
            {isInForce ? TITLES.withdraw : TITLES.consent}
          </WriteButton>
        )
      }
    >
      {consent === undefined ? (
        <QueryStatus of={found} what="the consent" rows={1} />
      ) : (
        <Card>
          <Text size="sm">
            {consent?.withdrawnAt === null ? (
              <>
                Statements of new transfers are self-billing invoices. <bdi>{consent.givenBy}</bdi>{" "}
                consented on <DateOf at={consent.givenAt} />.
              </>
            ) : (
              <>
                Statements are not invoices.
                {terminatedAt === null &&
                  ` With ${mayConsent === "hidden" ? "the consent of an owner" : "your consent"}, the platform issues self-billing invoices in ${isOperator ? "the partner's" : "your"} name instead.`}
              </>
            )}
          </Text>
        </Card>
      )}
      <SubjectDialog subject={task} title={(of) => TITLES[of]} onClose={close}>
        {(of) => <Confirm of={of} onClose={close} />}
      </SubjectDialog>
    </Section>
  );
}

function Confirm({ of, onClose }: { of: Task; onClose: () => void }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const changed = useChanged(onClose, "selfBilling");
  const done = (title: string) => () => changed(title, "Statements that exist keep their title.");
  const consent = useAction(
    trpc.selfBilling.consent.mutationOptions({ onSuccess: done("Consent recorded") }),
  );
  const withdraw = useAction(
    trpc.selfBilling.withdraw.mutationOptions({ onSuccess: done("Consent withdrawn") }),
  );
  const action = of === "consent" ? consent : withdraw;
  return (
    <ConfirmBody
      confirm={TITLES[of]}
      isDestructive={of === "withdraw"}
      action={action}
      onCancel={onClose}
      onConfirm={() => action.run({ partner })}
    >
      {of === "consent"
        ? "Statements of new transfers are self-billing invoices: the platform issues them in your name, with your full VAT or tax number, and you don't send invoices for the same payouts. You can withdraw your consent at any time."
        : "Statements of new transfers are no longer invoices. Invoices that exist stay as they are."}
    </ConfirmBody>
  );
}
