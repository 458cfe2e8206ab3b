import { WholeNumberInput } from "@/app/_ui/form/whole-number-input";
import type { AlertKind } from "@/server/core/alerts/titles";

export const KINDS = [
  { value: "rate_limited_share", label: "Rate-limited requests" },
  { value: "error_share", label: "Failed requests" },
  { value: "endpoint_success", label: "Webhook success rate" },
  { value: "no_traffic", label: "No requests" },
] as const;

type Threshold = { label: string; description: string; unit: string; value: number; max: number };

const SHARE = { unit: "%", value: 10, max: 100 };

/** How each kind's threshold is entered; `value` is the one that is suggested. */
export const THRESHOLDS: Record<AlertKind, Threshold> = {
  rate_limited_share: {
    label: "Share of requests",
    description: "Of at least 20 requests in the last 15 minutes.",
    ...SHARE,
  },
  error_share: {
    label: "Share of requests",
    description: "Of at least 20 requests in the last 15 minutes.",
    ...SHARE,
  },
  endpoint_success: {
    label: "Success rate below",
    description: "Of at least 5 deliveries in this hour and the last.",
    ...SHARE,
    value: 90,
  },
  no_traffic: {
    label: "Hours without requests",
    description: "From 1 to 168.",
    unit: "",
    value: 24,
    max: 168,
  },
};

export const isThreshold = (kind: AlertKind, value: number | string): boolean =>
  thresholdMistake(kind, value) === null;

/** The error of an entered threshold; null if it is valid. */
export function thresholdMistake(kind: AlertKind, value: number | string): string | null {
  const { max } = THRESHOLDS[kind];
  const number = value === "" ? Number.NaN : Number(value);
  return Number.isInteger(number) && number >= 1 && number <= max
    ? null
    : `Enter a number from 1 to ${max}.`;
}

type Props = {
  kind: AlertKind;
  value: number | string;
  error: string | null | undefined;
  onChange: (value: number | string) => void;
  /** Whether it has the focus when its dialog opens. */
  isFirst?: boolean;
};

export function ThresholdInput({ kind, isFirst = false, ...props }: Props) {
  const { label, description, unit } = THRESHOLDS[kind];
  return (
    <WholeNumberInput
      {...props}
      label={label}
      description={description}
      suffix={unit}
      maxLength={5}
      data-autofocus={isFirst || undefined}
    />
  );
}
