import { Menu, useMantineColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSignOut } from "@/app/_ui/auth/use-sign-out";
import { IconBook, IconLock, IconLogout } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import { UserButton } from "./user-button";

const SCHEMES = { auto: "System", light: "Light", dark: "Dark" } as const;

/** The button with its menu, which opens at once. Only user-menu.tsx imports it, on demand. */
export function OpenUserMenu({ onNavigate }: { onNavigate: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [leave, isLeaving] = useSignOut();
  const [isOpen, setIsOpen] = useState(false);
  // After the button took the focus, to which the menu returns it.
  useEffect(() => setIsOpen(true), []);

  return (
    <Menu width={224} position="top-start" opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <UserButton autoFocus />
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
          component={PageLink}
          href="/docs"
          onClick={onNavigate}
          leftSection={<IconBook size={16} stroke={1.6} aria-hidden />}
        >
          API reference
        </Menu.Item>
        <Menu.Item
          component={PageLink}
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
