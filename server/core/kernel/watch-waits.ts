import type { Core } from "./actor";

/**
 * Core whose announcements are watched: `hadToWait()` says whether a write that took access away
 * was committed at once, but had to wait until no server could use older data (decision 0004).
 * Transports tell their caller.
 */
export function watchWaits<Watched extends Pick<Core, "announce">>(
  core: Watched,
): { core: Watched; hadToWait: () => boolean } {
  let hadToWait = false;
  const announce: Core["announce"] = async (partnerId, how) => {
    const waited = await core.announce(partnerId, how);
    hadToWait ||= waited;
    return waited;
  };
  return { core: { ...core, announce }, hadToWait: () => hadToWait };
}
