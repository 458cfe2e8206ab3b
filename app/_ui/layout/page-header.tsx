import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { PAGE_TITLE_ID } from "@/app/_ui/dialog/rescue-focus";
import { IconArrowLeft } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import classes from "./page-header.module.css";

type Props = { title: string; description?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, description, actions }: Props) {
  return (
    <Group component="header" justify="space-between" align="flex-start" mb="xl" gap="md">
      <div className={classes.text}>
        <Title order={1} id={PAGE_TITLE_ID} tabIndex={-1} className={classes.title}>
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={4} className={classes.description}>
            {description}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  );
}

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <PageLink href={href} className={classes.back}>
      <IconArrowLeft size={16} stroke={1.6} aria-hidden />
      {label}
    </PageLink>
  );
}
