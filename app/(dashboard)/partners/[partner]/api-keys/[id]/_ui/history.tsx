import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { KeyEvent } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { actorName } from "@/app/_ui/format/actor-name";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { Card, Section } from "@/app/_ui/layout/section";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import { describe } from "./key-event";
import classes from "./key-page.module.css";

/** The key's audit events, newest first. */
export function History({ keyId }: { keyId: string }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.keys.history.infiniteQueryOptions({ partner, keyId }, NEXT_PAGE),
  );
  const events = rowsOf<KeyEvent>(list.data);
  return (
    <Section title="History">
      {!list.data && <QueryStatus of={list} what="the history" rows={3} />}
      {list.data && (
        <Card>
          <ol className={classes.history}>
            {events.map((event) => (
              <Event key={event.id} of={event} keyId={keyId} />
            ))}
          </ol>
          {list.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              mt="md"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </Card>
      )}
    </Section>
  );
}

function Event({ of: event, keyId }: { of: KeyEvent; keyId: string }) {
  const { what, at } = describe(event, keyId);
  const by = actorName(event.by);
  return (
    <li>
      <span className={classes.what}>
        {what}
        {at !== null && (
          <>
            {" "}
            <DateTime at={at} />
          </>
        )}
      </span>
      <span className={classes.who}>
        by {by}, <RelativeTime at={event.at} />
      </span>
    </li>
  );
}
