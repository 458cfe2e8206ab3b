"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTransition } from "react";
import { leavePartner } from "@/app/_viewing-actions";
import classes from "./onlooker-banner.module.css";

/** Tells an operator on every page through whose eyes it is seen, and leads out again. */
export function OnlookerBanner({ partner }: { partner: string }) {
  const [isLeaving, startLeaving] = useTransition();
  const leave = () =>
    startLeaving(async () => {
      await leavePartner();
      // A whole new page: nothing that the partner sees stays in memory.
      window.location.assign("/operator");
    });
  return (
    <Group role="status" className={classes.banner} justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap">
        <IconEye size={18} aria-hidden />
        <Text size="sm">
          You see what <strong>{partner}</strong> sees. You can change nothing here.
        </Text>
      </Group>
      <Button size="xs" variant="default" loading={isLeaving} onClick={leave}>
        Back to the console
      </Button>
    </Group>
  );
}
