import { Radio, Stack } from "@mantine/core";
import type { Action } from "@/app/_trpc/use-action";
import { IMMEDIATELY } from "@/app/_ui/feedback/use-changed";
import { limitText, MAX_PER_MINUTE } from "@/server/core/keys/limits";
import { EditForm } from "./edit-form";
import { RateInput } from "./rate-input";

/** A custom limit in requests per minute, as typed; null for the default. */
type Limit = { custom: number | string | null };
/** The key's own limit; null for the default. */
type OwnLimit = { perMinute: number | null };

type Props<Input> = {
  of: { perMinute: number; hasOwnLimit: boolean };
  /** The limit of keys without their own. */
  defaultPerMinute: number;
  action: Action<Input>;
  /** Called with null for the default. */
  onSubmit: (perMinute: number | null, seen: OwnLimit) => void;
  onCancel: () => void;
};

/** Sets the rate limit of a key. */
export function LimitForm<Input>({ of: key, defaultPerMinute, action, ...props }: Props<Input>) {
  return (
    <EditForm
      saved={{ perMinute: key.hasOwnLimit ? key.perMinute : null }}
      valuesOf={({ perMinute }): Limit => ({ custom: perMinute })}
      action={action}
      confirm="Set limit"
      mistakesIn={mistakesIn}
      onSubmit={({ custom }, seen) => props.onSubmit(custom === null ? null : Number(custom), seen)}
      onCancel={props.onCancel}
    >
      {({ custom }, change, { errors }) => (
        <>
          <Radio.Group
            label="Requests per minute"
            value={custom === null ? "default" : "custom"}
            onChange={(value) => change({ custom: value === "custom" ? key.perMinute : null })}
          >
            <Stack gap="xs" mt={8}>
              <Radio value="default" label={`Default (${limitText(defaultPerMinute)})`} />
              <Radio value="custom" label="Custom limit" />
            </Stack>
          </Radio.Group>
          {custom !== null && (
            <RateInput
              isFirst
              per="min"
              label="Limit"
              description={IMMEDIATELY}
              value={custom}
              onChange={(value) => change({ custom: value })}
              error={errors.perMinute}
            />
          )}
        </>
      )}
    </EditForm>
  );
}

function mistakesIn({ custom }: Limit): { perMinute: string | null } {
  const isValid = custom === null || (Number(custom) >= 1 && Number(custom) <= MAX_PER_MINUTE);
  const range = `between 1 and ${MAX_PER_MINUTE.toLocaleString("en")}`;
  return { perMinute: isValid ? null : `Enter a number ${range}.` };
}
