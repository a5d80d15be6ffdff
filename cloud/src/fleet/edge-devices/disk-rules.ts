import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";

/** Free space of a device: of its disk, or of what its queue may take. */
export type Space = { place: "disk" | "queue"; freeBytes: number; totalBytes: number };

/**
 * Factor by which the free space must exceed the alert limit to end the alert, so that a value near the limit does
 * not flap.
 */
const END_FACTOR = 1.5;

/** The scarcer of the spaces that a heartbeat reports; undefined if it reports none. */
export function scarcestSpace({ disk, queue }: Pick<HeartbeatRequest, "disk" | "queue">): Space | undefined {
  const spaces: Space[] = [];
  const [free, total] = [disk?.free_bytes, disk?.total_bytes];
  if (free != null && total) spaces.push({ place: "disk", freeBytes: free, totalBytes: total });
  const [used, most] = [queue?.used_bytes, queue?.max_bytes];
  if (used != null && most) spaces.push({ place: "queue", freeBytes: Math.max(0, most - used), totalBytes: most });
  return spaces.toSorted((one, other) => shareOf(one) - shareOf(other))[0];
}

/** Returns true if a space is nearly full, given its previous state. */
export function isSpaceLow(space: Space, { wasLow, percent }: { wasLow: boolean; percent: number }): boolean {
  return shareOf(space) * 100 < percent * (wasLow ? END_FACTOR : 1);
}

const shareOf = ({ freeBytes, totalBytes }: Space) => freeBytes / totalBytes;
