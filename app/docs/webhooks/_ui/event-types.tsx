import { Prose } from "../../_ui/prose";
import type { DocumentedEvent } from "./events-of";
import classes from "./table.module.css";

/** Every type of event with the scope that it needs and the fields of its data. */
export function EventTypes({ events }: { events: DocumentedEvent[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Type and scope</th>
          <th scope="col">When, and its data</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ type, summary, scope, data }) => (
          <tr key={type} id={type}>
            <th scope="row">
              <code>{type}</code>
              {scope && <span className={classes.scope}>{scope}</span>}
            </th>
            <td>
              <p>
                <Prose text={summary} />
              </p>
              {data.length > 0 && (
                <dl className={classes.fields}>
                  {data.map((field) => (
                    <div key={field.name}>
                      <dt>
                        <code>{field.name}</code>
                      </dt>
                      <dd>
                        {field.type}
                        {field.description && ": "}
                        <Prose text={field.description} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
