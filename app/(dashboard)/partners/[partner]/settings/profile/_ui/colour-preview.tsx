import { Text } from "@mantine/core";
import { contrast, isColour, textOn } from "./contrast";
import classes from "./profile.module.css";

/** The contrast that WCAG 2.2 requires of text (1.4.3) and of control parts (1.4.11). */
const READABLE = 4.5;
const VISIBLE = 3;

/** Previews a color as a button's background and on light and dark pages. */
export function ColourPreview({ colour }: { colour: string }) {
  if (!isColour(colour)) return null;
  const text = textOn(colour);
  const onButton = contrast(colour, text);
  const grounds = [
    { name: "white", ratio: contrast(colour, "#ffffff") },
    { name: "black", ratio: contrast(colour, "#000000") },
  ];
  return (
    <div className={classes.preview}>
      <span className={classes.sample} style={{ background: colour, color: text }}>
        Button
      </span>
      <Text size="xs" c="dimmed" component="div">
        <div>
          {text === "#ffffff" ? "White" : "Black"} text on this color: {ratioOf(onButton)}.{" "}
          {onButton >= READABLE ? "Good contrast." : "Low contrast."}
        </div>
        {grounds.map(({ name, ratio }) => (
          <div key={name}>
            On {name}: {ratioOf(ratio)}. {verdict(ratio)}
          </div>
        ))}
      </Text>
    </div>
  );
}

const ratioOf = (ratio: number) => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

function verdict(ratio: number): string {
  if (ratio >= READABLE) return "Passes for text (4.5:1).";
  return ratio >= VISIBLE ? "Passes for graphics (3:1), fails for text (4.5:1)." : "Low contrast.";
}
