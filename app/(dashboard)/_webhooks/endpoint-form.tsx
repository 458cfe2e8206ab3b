import { Radio, Stack, TextInput } from "@mantine/core";
import type { WebhookEndpoint } from "@/app/_trpc/types";
import { RateInput } from "@/app/_ui/form/rate-input";
import { ALL_EVENTS, type EventGroup } from "./event-types";
import { TypesInput } from "./types-input";

/** The fields of an endpoint's form. `perSecond` is empty while the field is. */
export type EndpointFields = {
  url: string;
  description: string;
  types: string[];
  payload: "thin" | "snapshot";
  perSecond: number | string;
};

export const NEW_ENDPOINT: EndpointFields = {
  url: "",
  description: "",
  types: [ALL_EVENTS],
  payload: "thin",
  perSecond: 50,
};

type Saved = Pick<WebhookEndpoint, keyof EndpointFields>;

export function savedOf({ url, description, types, payload, perSecond }: WebhookEndpoint): Saved {
  return { url, description, types, payload, perSecond };
}

export function fieldsOf({ url, description, types, payload, perSecond }: Saved): EndpointFields {
  return { url, description: description ?? "", types, payload, perSecond };
}

/** The input of the procedures. An empty number is sent as 0, which is refused. */
export function inputOf({ description, perSecond, url, types, payload }: EndpointFields) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    types,
    payload,
    perSecond: Number(perSecond),
  };
}

type Props = {
  values: EndpointFields;
  onChange: (part: Partial<EndpointFields>) => void;
  groups: readonly EventGroup[];
  /** Validation messages by field path. */
  issues: Record<string, string>;
};

export function EndpointInputs({ values, onChange, groups, issues }: Props) {
  const typesIssue = Object.keys(issues).find((path) => /^types(\.|$)/.test(path));
  return (
    <Stack gap="lg">
      <TextInput
        label="Endpoint URL"
        description="Receives events by POST. Must be a public https URL."
        placeholder="https://example.com/webhooks"
        type="url"
        value={values.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={issues.url}
        maxLength={2_048}
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label="Description"
        description="Optional."
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={issues.description}
        maxLength={200}
      />
      <TypesInput
        groups={groups}
        value={values.types}
        onChange={(types) => onChange({ types })}
        error={typesIssue && issues[typesIssue]}
      />
      <Radio.Group
        label="Payload"
        size="md"
        value={values.payload}
        onChange={(payload) => onChange({ payload: payload === "snapshot" ? payload : "thin" })}
        error={issues.payload}
      >
        <Stack gap="xs" mt={4}>
          <Radio
            value="thin"
            label="Thin"
            description="Event type and ID only. Your server retrieves the rest from the API."
          />
          <Radio
            value="snapshot"
            label="Snapshot"
            description="Includes the full object, as the API returns it at delivery."
          />
        </Stack>
      </Radio.Group>
      <RateInput
        label="Rate limit"
        description="Maximum requests per second."
        per="s"
        value={values.perSecond}
        onChange={(perSecond) => onChange({ perSecond })}
        error={issues.perSecond}
      />
    </Stack>
  );
}
