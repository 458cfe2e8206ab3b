"use client";

import { Button, SimpleGrid, Text } from "@mantine/core";
import { useState } from "react";
import type { PartnerRow } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Percentage } from "@/app/_ui/format/money";
import { Card, Facts, Section } from "@/app/_ui/layout/section";
import { CopyId } from "@/app/_ui/table/cells";
import { PartnerStatus } from "../../../_ui/columns";
import { AsPartner } from "./as-partner";
import { EditDialog } from "./edit-dialog";
import classes from "./overview.module.css";
import { PartnerRequests } from "./partner-requests";
import { RecentErrors } from "./recent-errors";

/** Who the partner is, and what waits or goes wrong. */
export function Overview({ partner }: { partner: PartnerRow }) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
      Edit
    </Button>
  );
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" className={classes.facts}>
        <div>
          <Section title="Terms" actions={edit}>
            <Card>
              <Terms of={partner} />
            </Card>
          </Section>
        </div>
        <div>
          <Section title="Notes">
            <Card>
              {partner.notes === "" ? (
                <Text size="sm" c="dimmed">
                  Nothing is noted. Only operators read what is.
                </Text>
              ) : (
                <p className={classes.notes}>{partner.notes}</p>
              )}
            </Card>
          </Section>
        </div>
      </SimpleGrid>
      <PartnerRequests partnerCode={partner.code} />
      <AsPartner partnerId={partner.id}>
        <RecentErrors partnerId={partner.id} />
      </AsPartner>
      <EditDialog partner={partner} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}

function Terms({ of: partner }: { of: PartnerRow }) {
  return (
    <Facts
      of={[
        ["Status", <PartnerStatus key="status" of={partner} />],
        ["Revenue share", <Percentage key="share" value={partner.revsharePct} />],
        [
          "Live keys",
          <span key="keys">
            <Count value={partner.activeKeys} /> of at most <Count value={partner.maxActiveKeys} />
          </span>,
        ],
        ["Customers", <Count key="customers" value={partner.userCount} />],
        ["Partner since", <RelativeTime key="since" at={partner.createdAt} />],
        ["Id", <CopyId key="id" id={partner.id} what="partner id" />],
        ["Code", <CopyId key="code" id={partner.code} what="code" />],
      ]}
    />
  );
}
