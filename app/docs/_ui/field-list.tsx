import classes from "./docs.module.css";
import type { Field } from "./fields";
import { Prose } from "./prose";

type Props = {
  title: string;
  /** The owner of the fields, which distinguishes this list from those of other endpoints. */
  of: string;
  fields: (Field & { in?: string })[];
  /** Marks the required fields. */
  isInput?: boolean;
};

/** Parameters or fields: each with name, type and description. */
export function FieldList({ title, of, fields, isInput }: Props) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.fields} aria-label={`${title}: ${of}`}>
        {fields.map((field) => (
          <li key={field.name}>
            <code>{field.name}</code>
            <span className={classes.type}>
              {[field.type, field.in && `in ${field.in}`].filter(Boolean).join(", ")}
            </span>
            {isInput && field.isRequired && <span className={classes.required}>required</span>}
            {field.description && (
              <p>
                <Prose text={field.description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
