import { newId } from "../../server/core/kernel/ids";
import type { RecordedRequest } from "../../server/core/kernel/ports";
import type { Wiring } from "../../server/wiring";

export type Called = Partial<Omit<RecordedRequest, "id" | "partnerId">> & {
  status: number;
  /** The age of the request. */
  hoursAgo?: number;
  times?: number;
  address?: string;
};

type Key = { id: string; partnerId: string };

/** Records requests of a key at any time through the recorder; returns their IDs. */
export async function call(wiring: Wiring, key: Key, called: Called): Promise<string[]> {
  const { status, hoursAgo = 0, times = 1, address = "192.0.2.7", ...own } = called;
  const at = new Date(wiring.core.clock.now().getTime() - hoursAgo * 3_600_000);
  const ids = Array.from({ length: times }, () => newId("request", at.getTime()));
  for (const id of ids) {
    wiring.recorder.record({
      keyId: key.id,
      at,
      status,
      address,
      isKeyInactive: status === 401,
      request: {
        id,
        partnerId: key.partnerId,
        method: "GET",
        route: "/me",
        scopes: [],
        errorCode: null,
        issues: [],
        durationUs: 2_500,
        clientRequestId: null,
        perMinute: status === 429 ? 300 : null,
        search: "",
        path: own.route ?? "/me",
        ...own,
      },
    });
  }
  await wiring.recorder.flush();
  return ids;
}
