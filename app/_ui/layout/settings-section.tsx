import { Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./settings.module.css";

type Props = { title: string; description: ReactNode; children: ReactNode };

/** A section of a settings page: description on one side, controls on the other. */
export function SettingsSection({ title, description, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {description}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
}
