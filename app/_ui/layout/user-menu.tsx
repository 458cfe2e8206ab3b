"use client";

import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconChevronUp, IconLock, IconLogout } from "@tabler/icons-react";
import Link from "next/link";
import { useMe } from "@/app/_trpc/use-me";
import { useSignOut } from "@/app/_ui/auth/use-sign-out";
import classes from "./user-menu.module.css";

const SCHEMES = { auto: "System", light: "Light", dark: "Dark" } as const;

/** The menu with the user's name, the color scheme and sign-out. */
export function UserMenu({ onNavigate }: { onNavigate: () => void }) {
  const {
    user: { email, role },
  } = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [leave, isLeaving] = useSignOut();

  return (
    <Menu width={224} position="top-start">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
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
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as keyof typeof SCHEMES)}
        >
          {Object.entries(SCHEMES).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          href="/docs"
          onClick={onNavigate}
          leftSection={<IconBook size={16} stroke={1.6} aria-hidden />}
        >
          API reference
        </Menu.Item>
        <Menu.Item
          component={Link}
          href="/account"
          onClick={onNavigate}
          leftSection={<IconLock size={16} stroke={1.6} aria-hidden />}
        >
          Account
        </Menu.Item>
        <Menu.Item
          onClick={leave}
          disabled={isLeaving}
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
