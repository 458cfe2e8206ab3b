import { TextInput } from "@mantine/core";
import type { Ref } from "react";
import classes from "./second-factor.module.css";

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** Input for the six-digit code of the authenticator app. */
export function CodeInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      label="Code"
      description="6-digit code from your authenticator app."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      data-autofocus={props.autoFocus || undefined}
      classNames={{ input: classes.code ?? "" }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Input for one of the ten recovery codes. */
export function RecoveryCodeInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      {...props}
      label="Recovery code"
      data-secret
      description="Enter one of your saved recovery codes."
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      classNames={{ input: classes.code ?? "" }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
