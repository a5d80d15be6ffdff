const TICK_MS = 1_000;

/** Calls every part that goes by the clock once per second. */
export function startTicking(parts: {
  stations: { list: readonly { tick: () => void }[] };
  numbers: { tick: () => void };
  passages: { tick: () => void };
  /** Null: the days of the cameras are not compared. */
  drift: { tick: () => void } | null;
}): { stop: () => void } {
  const { stations, numbers, passages, drift } = parts;
  const ticking = setInterval(() => {
    for (const station of stations.list) station.tick();
    numbers.tick();
    passages.tick();
    drift?.tick();
  }, TICK_MS);
  return { stop: () => clearInterval(ticking) };
}
