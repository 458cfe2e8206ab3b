import { encode } from "uqr";
import classes from "./second-factor.module.css";

/**
 * A QR code, rendered locally so that the text stays on the page. Black on white in both color
 * schemes.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={classes.qr}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
