import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@/app/_ui/icons/icons";
import { useCopy } from "./use-copy";

type Props = {
  /** Called on click, so that the button itself doesn't hold the text. */
  read: () => string;
  label: string;
  variant?: "filled" | "default" | "subtle";
  size?: "xs" | "sm";
  onCopied?: () => void;
  /** Takes the focus when it appears. */
  isFirst?: boolean;
};

/** Copies a text and shows whether that worked. */
export function CopyButton({ read, label, variant, size, onCopied, isFirst }: Props) {
  const { copy, isCopied, outcome } = useCopy();

  async function copyText() {
    if (await copy(read())) onCopied?.();
  }

  return (
    <Button
      variant={variant ?? "default"}
      size={size ?? "xs"}
      onClick={() => void copyText()}
      autoFocus={isFirst}
      leftSection={
        isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
      }
    >
      <span aria-live="polite">{outcome ?? label}</span>
    </Button>
  );
}
