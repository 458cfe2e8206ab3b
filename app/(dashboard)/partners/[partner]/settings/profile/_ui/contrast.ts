/** The WCAG 2.2 contrast ratio of two colors, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever has more contrast with the color. */
export function textOn(colour: string): "#000000" | "#ffffff" {
  return contrast(colour, "#000000") >= contrast(colour, "#ffffff") ? "#000000" : "#ffffff";
}

/** Whether the text is a color in the form's format. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(colour: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
