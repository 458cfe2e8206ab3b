import { Button } from "@mantine/core";
import { IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Empty } from "./empty";

type Props = { title: string; description: ReactNode; onClear: () => void };

/** In place of a list that its filters leave without rows. */
export function NothingFits({ title, description, onClear }: Props) {
  return (
    <Empty
      icon={<IconSearchOff size={28} stroke={1.5} aria-hidden />}
      title={title}
      description={description}
    >
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </Empty>
  );
}
