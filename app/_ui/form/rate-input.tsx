import type { ReactNode } from "react";
import { WholeNumberInput } from "./whole-number-input";

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

/** Input for requests per minute or second. */
export function RateInput({ label, per, isFirst = false, ...props }: Props) {
  return (
    <WholeNumberInput
      {...props}
      label={label}
      maxLength={12}
      rightSection={`/${per}`}
      rightSectionWidth={56}
      rightSectionProps={{ "aria-hidden": true }}
      data-autofocus={isFirst || undefined}
    />
  );
}
