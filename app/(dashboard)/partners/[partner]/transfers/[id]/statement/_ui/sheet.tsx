import type { ReactNode } from "react";
import type { Statement } from "@/app/_trpc/types";
import { DateOf } from "@/app/_ui/format/moment";
import { Money } from "@/app/_ui/format/money";
import {
  isVoid,
  NO_ISSUER,
  NOTICES,
  PARTIES,
  SETTLED_ON,
  TAX_NUMBER,
  TITLES,
} from "@/server/core/transfers/statement-titles";
import { Month } from "../../../../payouts/_ui/columns";
import { Lines, Sums } from "./lines";
import classes from "./statement.module.css";

type Props = { of: Statement };

/** The document: parties, facts, lines and total. Everything outside of it is not printed. */
export function Sheet({ of: statement }: Props) {
  const { issuer, number, taxNote, total, currency } = statement;
  return (
    <article className={classes.sheet} aria-label={`Statement ${number}`}>
      <header className={classes.head}>
        <div>
          <p className={classes.title}>{TITLES[statement.title]}</p>
          <p className={classes.number}>{number}</p>
        </div>
        <p className={classes.sum}>
          <Money amount={total} currency={currency} />
        </p>
      </header>
      <Notice of={statement} />
      <Parties of={statement} />
      <FactsOf of={statement} />
      <Lines of={statement} />
      <Sums of={statement} />
      {taxNote !== null && (
        <p className={classes.note} dir="auto">
          {taxNote}
        </p>
      )}
      {issuer?.email && (
        <p className={classes.foot}>
          Questions? Contact <bdi>{issuer.email}</bdi>
        </p>
      )}
    </article>
  );
}

function Notice({ of: { status } }: Props) {
  const text = NOTICES[status];
  if (text === null) return null;
  return (
    <p className={classes.notice} data-void={isVoid(status)}>
      {text}
    </p>
  );
}

function Parties({ of: { title, issuer, recipient } }: Props) {
  return (
    <div className={classes.parties}>
      <Party
        title={PARTIES[title].issuer}
        name={issuer?.name ?? NO_ISSUER}
        address={issuer?.address ?? null}
      >
        {issuer?.taxNumber && (
          <p>
            {TAX_NUMBER}: {issuer.taxNumber}
          </p>
        )}
      </Party>
      <Party title={PARTIES[title].recipient} name={recipient.name} address={recipient.address}>
        {recipient.taxNumber && (
          <p>
            {TAX_NUMBER}: {recipient.taxNumber}
          </p>
        )}
      </Party>
    </div>
  );
}

type PartyProps = { title: string; name: string; address: string | null; children: ReactNode };

function Party({ title, name, address, children }: PartyProps) {
  return (
    <section aria-label={title}>
      <h2 className={classes.label}>{title}</h2>
      <p className={classes.name} dir="auto">
        {name}
      </p>
      {address !== null && (
        <p className={classes.address} dir="auto">
          {address}
        </p>
      )}
      {children}
    </section>
  );
}

function FactsOf({ of }: Props) {
  const { period, recipient, status, settledAt } = of;
  const settled = SETTLED_ON[status];
  const facts: [string, ReactNode][] = [
    ["Issued on", <DateOf key="issued" at={of.issuedAt} zone="UTC" />],
    [
      period.from === period.to ? "Month" : "Months",
      <span key="months">
        <Month period={period.from} />
        {period.from !== period.to && (
          <>
            {" – "}
            <Month period={period.to} />
          </>
        )}
      </span>,
    ],
    ...(recipient.account ? [["Account", recipient.account] satisfies [string, ReactNode]] : []),
    ...(settled
      ? [
          [settled, <DateOf key="settled" at={settledAt} zone="UTC" />] satisfies [
            string,
            ReactNode,
          ],
        ]
      : []),
    ...(of.reference ? [["Reference", of.reference] satisfies [string, ReactNode]] : []),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={classes.label}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
