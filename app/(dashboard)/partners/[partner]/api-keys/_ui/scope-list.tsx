import { VisuallyHidden } from "@mantine/core";
import { LazyPopover } from "@/app/_ui/table/lazy-popover";
import classes from "./scope-list.module.css";
import { groupsOf, type ScopeGroup, useScopes } from "./use-scopes";

const SHOWN = 1;

type Props = { scopes: readonly string[]; label: string };

/** The first scope of a partner's key, with a button that shows all of them and what they grant. */
export function ScopeList({ scopes, label }: Props) {
  const { names, grantOf } = useScopes();
  const groups = groupsOf(scopes);
  return <Scopes scopes={scopes} label={label} names={names} groups={groups} grantOf={grantOf} />;
}

type KnownProps = Props & {
  /** All names, of which the key has some. */
  names: readonly string[];
  groups: readonly ScopeGroup[];
  grantOf: (name: string) => string;
};

/** The same for a key of any API. */
export function Scopes({ scopes, label, names, groups, grantOf }: KnownProps) {
  if (scopes.length === 0) return <span className={classes.none}>No scopes</span>;
  const isAll = names.every((name) => scopes.includes(name));
  const shown = isAll ? [] : scopes.slice(0, SHOWN);
  const rest = scopes.length - shown.length;
  return (
    <span className={classes.list}>
      {shown.map((scope) => (
        <code key={scope} className={classes.scope} title={scope}>
          {scope}
        </code>
      ))}
      {rest > 0 && (
        <LazyPopover
          className={classes.more}
          button={
            <>
              {isAll ? `All ${rest} scopes` : `+${rest}`}
              <VisuallyHidden>
                {isAll ? "" : " more scopes"} for {label}
              </VisuallyHidden>
            </>
          }
        >
          {groups.map(({ title, scopes: shown }) => (
            <div key={title} className={classes.group}>
              {groups.length > 1 && <span className={classes.title}>{title}</span>}
              <dl className={classes.details}>
                {shown.map((scope) => (
                  <div key={scope}>
                    <dt>
                      <code className={classes.scope}>{scope}</code>
                    </dt>
                    <dd>{grantOf(scope)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </LazyPopover>
      )}
    </span>
  );
}
