import { Title } from "@mantine/core";
import { Fragment, type ReactNode, useId } from "react";
import classes from "./section.module.css";

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A part of a page under a heading of its own. */
export function Section({ title, actions, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A quiet box around what is no table. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

/** What is known of one thing, as names and values. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {of.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
