import { Anchor, Title } from "@mantine/core";
import { Fragment, type ReactNode, useId } from "react";
import classes from "./section.module.css";

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A section with a heading. */
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

/** A plain box for content other than tables. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

type ColumnsProps = {
  /** Whether the second column comes first where the columns are below each other. */
  isSecondFirst?: boolean;
  children: ReactNode;
};

/** Two columns, the second one narrow; below each other on narrow screens. */
export function Columns({ isSecondFirst = false, children }: ColumnsProps) {
  return (
    <div className={classes.columns} data-second-first={isSecondFirst || undefined}>
      {children}
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** A list of names and values. */
export function Facts({ of }: { of: readonly (Fact | false)[] }) {
  return (
    <dl className={classes.facts}>
      {of
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

type EditableProps = {
  /** The text of the button, such as "Edit". */
  verb: string;
  /** The button's accessible name, where the verb alone is not enough. */
  name?: string;
  isEditable: boolean;
  onEdit: () => void;
  children: ReactNode;
};

/** A value of `Facts` with a button that edits it. */
export function EditableFact({ verb, name, isEditable, onEdit, children }: EditableProps) {
  return (
    <span className={classes.fact}>
      <span>{children}</span>
      {isEditable && (
        <Anchor component="button" type="button" size="xs" aria-label={name} onClick={onEdit}>
          {verb}
        </Anchor>
      )}
    </span>
  );
}
