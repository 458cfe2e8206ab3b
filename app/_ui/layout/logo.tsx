import classes from "./logo.module.css";

/** A key that is also a latch: the ring, and the bit that drops into its catch. */
function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={classes.mark}>
      <rect width="32" height="32" rx="8" className={classes.plate} />
      <g fill="none" strokeWidth="2.75" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="12" cy="12" r="4.75" className={classes.key} />
        <path d="M15.5 15.5 24 24M20.25 20.25l3-3" className={classes.key} />
      </g>
    </svg>
  );
}

/** The mark and the name. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <LogoMark />
      <span>Latchkey</span>
    </span>
  );
}
