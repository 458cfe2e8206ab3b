import type { KeyUsage } from "@/app/_trpc/types";
import { Figure } from "@/app/_ui/chart/figures";
import { useFormats } from "@/app/_ui/format/locale";
import { Count } from "@/app/_ui/format/money";
import { refusedShare, totalOf } from "./usage";

type Props = {
  /** Undefined while it is loaded. */
  of: Pick<KeyUsage, "succeeded" | "failed" | "rateLimited"> | undefined;
  /** The log with exactly the requests that a figure counts. */
  hrefOf: (status?: string) => string;
};

/** The requests of the last 24 hours, with those that were refused or failed. */
export function RequestFigures({ of, hrefOf }: Props) {
  const { number, share } = useFormats();
  const total = of ? totalOf(of) : 0;
  const failedShare = of && total > 0 ? of.failed / total : 0;
  return (
    <>
      <Figure
        label="Requests (last 24 hours)"
        href={hrefOf()}
        note={of && `${number(of.succeeded)} successful`}
      >
        {of ? <Count value={total} /> : "…"}
      </Figure>
      <Figure
        label="Rate limited (429)"
        href={hrefOf("429")}
        note={of && `${share(refusedShare(of))} of all requests`}
      >
        {of ? <Count value={of.rateLimited} /> : "…"}
      </Figure>
      <Figure
        label="Other errors (4xx/5xx)"
        href={hrefOf("failed")}
        note={of && `${share(failedShare)} of all requests`}
      >
        {of ? <Count value={of.failed} /> : "…"}
      </Figure>
    </>
  );
}
