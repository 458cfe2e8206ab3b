import { NumberInput } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  label: string;
  description: ReactNode;
  value: number | string;
  onChange: (value: number | string) => void;
  error: string | null | undefined;
  per: "min" | "s";
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean;
};

/**
 * Input for requests per minute or second. Keeps out-of-range values, so that validation can
 * explain them.
 */
export function RateInput({ label, per, isFirst = false, ...props }: Props) {
  return (
    <NumberInput
      {...props}
      label={label}
      thousandSeparator=","
      allowDecimal={false}
      clampBehavior="none"
      maxLength={12}
      rightSection={`/${per}`}
      rightSectionWidth={56}
      rightSectionProps={{ "aria-hidden": true }}
      data-autofocus={isFirst || undefined}
    />
  );
}
