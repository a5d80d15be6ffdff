/** Records that are remembered; beyond that, later ones are not. */
const MAX_REMEMBERED = 1_000;

/** Remembers the records that have failed since the start, until they are delivered or parked. */
export function createFailedRecords() {
  const failed = new Set<string>();
  const tooLarge = new Map<string, number>();
  return {
    /** Returns true if it failed before; a further failure then proves nothing about the path. */
    has: (recordId: string): boolean => failed.has(recordId),
    add(recordId: string): void {
      if (failed.size < MAX_REMEMBERED) failed.add(recordId);
    },
    /** Counts that it was refused for its size while others passed; returns how often. */
    countTooLarge(recordId: string): number {
      const times = (tooLarge.get(recordId) ?? 0) + 1;
      if (tooLarge.has(recordId) || tooLarge.size < MAX_REMEMBERED) tooLarge.set(recordId, times);
      return times;
    },
    forget(recordId: string): void {
      failed.delete(recordId);
      tooLarge.delete(recordId);
    },
  };
}
