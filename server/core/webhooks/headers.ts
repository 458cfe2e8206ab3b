/** A header as it is shown: its name and its value. */
export type Header = [name: string, value: string];

/** The headers of every webhook beside those that sign it. */
export const FIXED_HEADERS = {
  "content-type": "application/json",
  "user-agent": "Latchkey-Webhooks/1",
} as const;

/** When a request was sent, as its header says: in seconds. */
export function timestampOf(at: Date): string {
  return String(Math.floor(at.getTime() / 1_000));
}

/**
 * The headers of a webhook for display. Its signature is not kept: whoever reads it could send the
 * request again in our name.
 */
export function shownRequestHeaders({ eventId, at }: { eventId: string; at: Date }): Header[] {
  return [
    ...Object.entries(FIXED_HEADERS),
    ["webhook-id", eventId],
    ["webhook-timestamp", timestampOf(at)],
    ["webhook-signature", "v1,… (not stored)"],
  ];
}

/** The longest stored headers of a response, in characters. */
const MAX_STORED = 4_096;

/** The headers of a response to be stored, in its order: as many as fit. */
export function storedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Header[] {
  let length = 0;
  return Object.entries(headers)
    .flatMap(([name, values]) => [values ?? []].flat().map((value): Header => [name, value]))
    .filter(([name, value]) => {
      length += name.length + value.length;
      return length <= MAX_STORED;
    });
}
