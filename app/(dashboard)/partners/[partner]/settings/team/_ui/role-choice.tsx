import { Radio, Stack } from "@mantine/core";
import type { TeamRole } from "@/server/core/kernel/actor";

const ROLES = [
  { value: "viewer", about: "Read-only access." },
  { value: "developer", about: "Can manage keys, customers, prices and webhooks." },
  { value: "owner", about: "Full access, including team and branding." },
] as const satisfies readonly { value: TeamRole; about: string }[];

const nameOf = (role: string) => role.charAt(0).toUpperCase() + role.slice(1);

type Props = { value: TeamRole; onChange: (role: TeamRole) => void; isFirst?: boolean };

export function RoleChoice({ value, onChange, isFirst }: Props) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as TeamRole)}>
      <Stack gap="sm" mt={8}>
        {ROLES.map((role) => (
          <Radio
            key={role.value}
            value={role.value}
            label={nameOf(role.value)}
            description={role.about}
            data-autofocus={(isFirst && role.value === value) || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
