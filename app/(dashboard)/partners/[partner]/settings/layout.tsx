import type { ReactNode } from "react";
import { SettingsTabs } from "./_ui/settings-tabs";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}
