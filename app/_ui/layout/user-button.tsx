import { Avatar, Text, UnstyledButton } from "@mantine/core";
import type { ComponentProps } from "react";
import { useMe } from "@/app/_trpc/use-me";
import { IconChevronUp } from "@/app/_ui/icons/icons";
import classes from "./user-menu.module.css";

/** The button of the user's menu, with the user's name and role. */
export function UserButton(props: ComponentProps<"button">) {
  const {
    user: { email, role },
  } = useMe();
  return (
    <UnstyledButton {...props} className={classes.target}>
      <Avatar size={32} radius="md" color="brass" variant="light" aria-hidden>
        {email.charAt(0).toUpperCase()}
      </Avatar>
      <span className={classes.who}>
        <Text span size="sm" fw={500} truncate>
          {email}
        </Text>
        <Text span size="xs" c="dimmed" className={classes.role}>
          {role}
        </Text>
      </span>
      <IconChevronUp size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
