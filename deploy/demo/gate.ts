import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 500;

/**
 * Simulates the gate system of a site: whenever the gate is empty, it announces the next container to the agent, so
 * that the next load belongs to it. Runs until `signal` aborts; retries when the agent does not answer.
 */
export async function runGate(
  statusUrl: string,
  containerNumbers: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  let next = 0;
  let announcedFor: number | undefined;
  while (!signal.aborted) {
    const station = await readStation(statusUrl, signal).catch(() => undefined);
    if (station && !station.occupied && station.visitCount !== announcedFor) {
      const announced = await announce(statusUrl, containerNumbers[next % containerNumbers.length] ?? "", signal);
      if (announced) {
        next += 1;
        announcedFor = station.visitCount;
      }
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function readStation(statusUrl: string, signal: AbortSignal) {
  const reply = await fetch(`${statusUrl}/status`, { signal });
  const { stations } = (await reply.json()) as { stations: { visit: unknown; visitCount: number }[] };
  const [station] = stations;
  return station && { occupied: station.visit !== null, visitCount: station.visitCount };
}

async function announce(statusUrl: string, containerNumber: string, signal: AbortSignal): Promise<boolean> {
  const reply = await fetch(`${statusUrl}/stations/gate-1/container`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ containerNumber, confidence: 1 }),
    signal,
  }).catch(() => undefined);
  return reply?.ok ?? false;
}
