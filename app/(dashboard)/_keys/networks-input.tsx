import { Anchor, Textarea } from "@mantine/core";
import { useState } from "react";

type Props = {
  /** One address or range per line. */
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
};

/** The addresses and ranges that were entered. */
export const networksIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A field for the addresses that a key can be used from. */
export function NetworksInput({ value, onChange, error }: Props) {
  return (
    <Textarea
      label="IP addresses"
      description="Optional. One IPv4 or IPv6 address or CIDR range per line, up to 20. Without any, the key works from everywhere."
      placeholder={"203.0.113.7\n2001:db8::/32"}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}

/** The same field, folded until someone asks for it: most keys need none. */
export function FoldedNetworksInput(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <NetworksInput {...props} />;
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={() => setIsOpen(true)}>
        Limit to IP addresses
      </Anchor>
    </div>
  );
}
