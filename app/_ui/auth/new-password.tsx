import { PasswordInput } from "@mantine/core";

type Props = {
  label: string;
  minLength: number;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
};

/** Input for a new password. Typed once, because it can be made visible. */
export function NewPassword({ label, minLength, value, onChange, error, autoFocus }: Props) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${minLength} characters. Longer is stronger.`}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      // Mantine sets it for all inputs but this one.
      aria-invalid={error !== undefined}
      autoFocus={autoFocus}
    />
  );
}
