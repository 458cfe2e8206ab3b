import classes from "./person.module.css";

/** Who did something, in a line: an address that is too long for its place is cut, and shown whole on hover. */
export function Person({ name }: { name: string }) {
  return (
    <span className={classes.person} title={name}>
      by {name}
    </span>
  );
}
