import { Anchor, Checkbox, Group, Text, VisuallyHidden } from "@mantine/core";
import { SCOPE_NAMES } from "@/server/core/kernel/scopes";
import { PRODUCT_API } from "./api-names";
import classes from "./scope-fields.module.css";
import { groupsOf, useScopes } from "./use-scopes";

const READING = SCOPE_NAMES.filter((scope) => scope.endsWith(":read"));

export const NO_SCOPES = "Select scopes, or confirm that this key needs none.";

type Props = {
  value: string[];
  onChange: (scopes: string[]) => void;
  /** The user has confirmed that the key needs no scope: most who select none have forgotten it. */
  isScopeless: boolean;
  onScopeless: (isScopeless: boolean) => void;
  error: string | null;
};

/** The scopes of a new key, with presets for those of the partner API. */
export function Scopes({ value, onChange, isScopeless, onScopeless, error }: Props) {
  const { names, product, grantOf } = useScopes();
  const others = value.filter((scope) => product.includes(scope));
  return (
    <fieldset className={classes.scopes} aria-describedby="scopes-hint">
      <VisuallyHidden component="legend">Scopes</VisuallyHidden>
      <Group gap="md">
        <span aria-hidden className={classes.legend}>
          Scopes
        </span>
        <Preset label="Read only" onClick={() => onChange([...READING, ...others])} />
        <Preset label="Full access" onClick={() => onChange([...SCOPE_NAMES, ...others])} />
        <Preset label="None" onClick={() => onChange([])} />
      </Group>
      {product.length > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          “Read only” and “Full access” select scopes of the partner API only.
        </Text>
      )}
      {groupsOf(names).map(({ title, scopes }) => (
        <div key={title}>
          {product.length > 0 && (
            <GroupTitle title={title} scopes={scopes} value={value} onChange={onChange} />
          )}
          <div className={classes.list}>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                className={classes.scope}
                label={<code>{scope}</code>}
                description={grantOf(scope)}
                checked={value.includes(scope)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...value, scope]
                      : value.filter((other) => other !== scope),
                  )
                }
              />
            ))}
          </div>
        </div>
      ))}
      <Text id="scopes-hint" size="xs" c="dimmed" mt={8}>
        Grant only the scopes this integration needs.
      </Text>
      {error && value.length > 0 && (
        <Text size="xs" c="red" mt={4} role="alert">
          {error}
        </Text>
      )}
      {value.length === 0 && (
        <Checkbox
          mt={12}
          label="Create a key without scopes, which can only call GET /me"
          checked={isScopeless}
          onChange={(event) => onScopeless(event.currentTarget.checked)}
          error={error}
        />
      )}
    </fieldset>
  );
}

function Preset({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={onClick}>
      {label}
    </Anchor>
  );
}

type TitleProps = Pick<Props, "value" | "onChange"> & { title: string; scopes: readonly string[] };

function GroupTitle({ title, scopes, value, onChange }: TitleProps) {
  const isAll = scopes.every((scope) => value.includes(scope));
  const others = value.filter((scope) => !scopes.includes(scope));
  return (
    <Group gap="md" mt="sm">
      <Text size="sm" fw={500} flex={1}>
        {title}
      </Text>
      {title === PRODUCT_API && (
        <Preset
          label={isAll ? "Clear" : "Select all"}
          onClick={() => onChange(isAll ? others : [...others, ...scopes])}
        />
      )}
    </Group>
  );
}
