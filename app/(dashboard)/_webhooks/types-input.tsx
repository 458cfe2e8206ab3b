import { Checkbox, Radio, Stack } from "@mantine/core";
import {
  ALL_EVENTS,
  type EventGroup,
  includesType,
  patternOf,
  toggleGroup,
  toggleType,
} from "./event-types";
import classes from "./webhooks.module.css";

type Props = {
  groups: readonly EventGroup[];
  value: readonly string[];
  onChange: (types: string[]) => void;
  error: string | undefined;
};

/** The events that an endpoint receives: all, or a tree of groups and single types. */
export function TypesInput({ groups, value, onChange, error }: Props) {
  const isAll = value.includes(ALL_EVENTS);
  return (
    <div>
      <Radio.Group
        label="Events"
        size="md"
        value={isAll ? "all" : "some"}
        onChange={(next) => onChange(next === "all" ? [ALL_EVENTS] : [])}
        error={error}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label="All events, including types added later" />
          <Radio value="some" label="Selected events" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <fieldset className={classes.tree} aria-label="Selected events">
          {groups
            // Sent to every endpoint, as a test.
            .filter(({ group }) => group !== "ping")
            .map((group) => (
              <Group key={group.group} of={group} value={value} onChange={onChange} />
            ))}
        </fieldset>
      )}
    </div>
  );
}

type GroupProps = Pick<Props, "value" | "onChange"> & { of: EventGroup };

function Group({ of: group, value, onChange }: GroupProps) {
  const isWhole = value.includes(patternOf(group.group));
  const isPartial = !isWhole && group.types.some(({ name }) => value.includes(name));
  return (
    <div>
      <Checkbox
        className={classes.group}
        label={<code>{patternOf(group.group)}</code>}
        checked={isWhole}
        indeterminate={isPartial}
        description={isWhole && "Includes types added later."}
        onChange={() => onChange(toggleGroup(value, group.group))}
      />
      {group.types.map(({ name, summary }) => (
        <Checkbox
          key={name}
          className={classes.type}
          label={<code>{name}</code>}
          description={summary}
          checked={includesType(value, name)}
          onChange={() => onChange(toggleType(value, group, name))}
        />
      ))}
    </div>
  );
}
