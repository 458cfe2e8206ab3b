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
        title="Two-factor authentication"
        description="Require a code from an authenticator app when you sign in."
      >
        <SecondFactor />
      </SettingsSection>
      <SettingsSection
        title="Password"
        description="Changing your password signs you out of all other devices."
      >
        <PasswordForm minLength={minLength} />
      </SettingsSection>
      <SettingsSection
        title="Active sessions"
        description="If you don't recognize a session, sign it out and change your password. Sessions expire after 7 days."
      >
        <Devices />
      </SettingsSection>
    </>
  );
}
