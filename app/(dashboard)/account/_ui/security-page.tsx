"use client";

import { SettingsSection } from "@/app/_ui/layout/settings-section";
import { Devices } from "./devices";
import { PasswordForm } from "./password-form";
import { SecondFactor } from "./second-factor";

/** The user's password, second factor and active sessions. */
export function SecurityPage({ minLength }: { minLength: number }) {
  return (
    <>
      <SettingsSection
        title="Second factor"
        description="A code of your phone after the password: what is stolen from one place alone lets nobody in."
      >
        <SecondFactor />
      </SettingsSection>
      <SettingsSection
        title="Password"
        description="When you change it you stay signed in here, and all other devices are signed out."
      >
        <PasswordForm minLength={minLength} />
      </SettingsSection>
      <SettingsSection
        title="Signed-in devices"
        description="End what you do not know, and change your password then. A sign-in lasts seven days."
      >
        <Devices />
      </SettingsSection>
    </>
  );
}
