import { OTHER, type PartnerThings, type Row, type Who } from "./callers";

const READERS: Who[] = ["viewer", "developer", "owner", "operator", "owner while suspended"];

/** The procedures of leaked keys. */
export function leakRows(of: () => PartnerThings): Record<string, Row> {
  const ofKey = (ok: Who[]): Row => ({
    input: () => ({ partner: of().partner.code, keyId: of().ids.key }),
    ok,
    notFound: OTHER,
  });
  return {
    "leaks.list": ofKey(READERS),
    "leaks.dismiss": ofKey(READERS.filter((who) => who !== "viewer")),
    "leaks.policy": { input: () => undefined, ok: ["operator"] },
    "leaks.setPolicy": { input: () => ({ policy: "notify", seen: {} }), ok: ["operator"] },
  };
}

/** The inputs of the procedures of leaked platform keys, which are for operators. */
export const platformKeyLeaks = (keyId: () => string) => ({
  "leaks.ofPlatformKey": () => ({ keyId: keyId() }),
  "leaks.dismissPlatformKey": () => ({ keyId: keyId() }),
});
