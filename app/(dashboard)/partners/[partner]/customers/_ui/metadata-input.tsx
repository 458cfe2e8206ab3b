import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@/app/_ui/icons/icons";
import type { Entry } from "./metadata";
import classes from "./metadata-input.module.css";

type Props = {
  entries: Entry[];
  onChange: (entries: Entry[]) => void;
  error: string | undefined;
};

const MAX_ENTRIES = 50;

export function MetadataInput({ entries, onChange, error }: Props) {
  const change = (id: number, part: Partial<Entry>) =>
    onChange(entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const add = () => {
    const id = Math.max(0, ...entries.map((entry) => entry.id)) + 1;
    onChange([...entries, { id, name: "", value: "" }]);
  };
  return (
    <fieldset className={classes.metadata}>
      <legend className={classes.legend}>Metadata</legend>
      {entries.map(({ id, name, value }, index) => (
        <div key={id} className={classes.entry}>
          <TextInput
            size="sm"
            aria-label={`Key ${index + 1}`}
            placeholder="Key"
            value={name}
            maxLength={40}
            onChange={(event) => change(id, { name: event.currentTarget.value })}
            autoFocus
          />
          <TextInput
            size="sm"
            aria-label={`Value ${index + 1}`}
            placeholder="Value"
            value={value}
            maxLength={500}
            onChange={(event) => change(id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove ${name || `entry ${index + 1}`}`}
            onClick={() => onChange(entries.filter((entry) => entry.id !== id))}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      {entries.length < MAX_ENTRIES && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
          data-adds-fields
        >
          Add metadata
        </Button>
      )}
    </fieldset>
  );
}
