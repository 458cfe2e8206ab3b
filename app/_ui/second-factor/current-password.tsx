"use client";

import { PasswordInput } from "@mantine/core";

type Props = {
  email: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isFirst?: boolean;
};

/** The password as it is now: what a stolen session alone cannot give. */
export function CurrentPassword({ email, value, onChange, error, isFirst }: Props) {
  return (
    <>
      {/* Password managers look for the account that the password belongs to. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        maxLength={256}
        data-autofocus={isFirst || undefined}
        visibilityToggleButtonProps={{ "aria-label": "Show what is typed", tabIndex: 0 }}
      />
    </>
  );
}
