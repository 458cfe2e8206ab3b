import { PasswordInput } from "@mantine/core";
import type { Ref } from "react";
import { useMe } from "@/app/_trpc/use-me";

type Props = {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  isFirst?: boolean;
};

/** Input for the current password, which a stolen session alone can't provide. */
export function CurrentPassword({ ref, value, onChange, error, isFirst }: Props) {
  const { email } = useMe().user;
  return (
    <>
      {/* Password managers need to find the account that the password belongs to. */}
      <input type="email" hidden readOnly autoComplete="username" value={email} />
      <PasswordInput
        ref={ref}
        label="Current password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        // Mantine sets it for all inputs but this one.
        aria-invalid={error !== undefined}
        data-autofocus={isFirst || undefined}
      />
    </>
  );
}
