/** Conditions under which one request waits for a change. */
export type Wait = { waitMs: number; /** Aborted when the caller has disconnected. */ disconnected: AbortSignal };

/** Requests that wait for a change of something, by its key. */
export type ChangeWaits = {
  /**
   * Resolves when the key is woken, the time is over or the caller has disconnected; early for the oldest wait of a key
   * that has too many.
   */
  wait: (key: string, wait: Wait) => Promise<void>;
  wake: (key: string) => void;
  isAwaited: (key: string) => boolean;
  /** Ends all waits; later ones end at once. */
  stop: () => void;
};

/** Holds at most `perKey` waits of each key, and `total` of all: beyond that, a wait ends at once. */
export function createChangeWaits({ perKey, total }: { perKey: number; total: number }): ChangeWaits {
  const waits = new Map<string, Set<() => void>>();
  let count = 0;
  let isStopped = false;
  const wake = (key: string) => {
    for (const end of waits.get(key) ?? []) end();
  };
  return {
    async wait(key, { waitMs, disconnected }) {
      if (isStopped || disconnected.aborted || count >= total) return;
      const ofKey = waits.get(key) ?? new Set();
      waits.set(key, ofKey);
      const [oldest] = ofKey;
      if (ofKey.size >= perKey) oldest?.();
      const { promise, resolve: end } = Promise.withResolvers<void>();
      ofKey.add(end);
      count += 1;
      const timer = setTimeout(end, waitMs);
      disconnected.addEventListener("abort", () => end(), { once: true });
      await promise;
      clearTimeout(timer);
      count -= 1;
      ofKey.delete(end);
      if (ofKey.size === 0 && waits.get(key) === ofKey) waits.delete(key);
    },
    wake,
    isAwaited: (key) => (waits.get(key)?.size ?? 0) > 0,
    stop() {
      isStopped = true;
      for (const key of waits.keys()) wake(key);
    },
  };
}
