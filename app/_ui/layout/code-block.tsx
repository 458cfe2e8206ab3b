import { Text } from "@mantine/core";
import { CopyButton } from "@/app/_ui/form/copy-button";
import classes from "./code-block.module.css";

type Props = {
  title: string;
  /** Null: `none` is shown instead. */
  text: string | null;
  none?: string;
};

/** Code, JSON or headers, with a button that copies them. */
export function CodeBlock({ title, text, none = "Empty" }: Props) {
  return (
    <div>
      <div className={classes.head}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {text && <CopyButton label="Copy" variant="subtle" read={() => text} />}
      </div>
      {text ? (
        <pre className={classes.code}>{text}</pre>
      ) : (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
    </div>
  );
}

/** JSON with indentation; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
