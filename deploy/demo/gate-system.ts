import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

type Announcement = { containers: { containerNumber: string; position?: "front" | "rear" }[] } | null;

/**
 * The trucks of the second gate, in the order of its video. In the first round one is not read, and another one follows
 * the truck before it through the open barrier: neither is announced.
 */
const FIRST_ROUND: readonly Announcement[] = [
  {
    containers: [
      { containerNumber: "TGHU6023417", position: "front" },
      { containerNumber: "TGHU6023422", position: "rear" },
    ],
  },
  null,
  { containers: [{ containerNumber: "FCIU8172053" }] },
  null,
];
const LATER_ROUNDS: readonly Announcement[] = FIRST_ROUND.map(
  (one, index) => one ?? { containers: [{ containerNumber: index === 1 ? "TEMU3309149" : "BMOU5541205" }] },
);
const STATION = "gate-2-front";
const LOOK_MS = 300;

type Status = { stations: { id: string; visit: object | null }[] };

/**
 * Plays the gate system of the second gate until `signal` aborts: it announces each truck while that is in view of the
 * box, which reports that in its status. The first round is played once in the life of a data folder.
 */
export async function playGateSystem(boxUrl: string, siteFolder: string, signal: AbortSignal): Promise<void> {
  const shown = path.join(siteFolder, "gate-2-first-round");
  let rounds = existsSync(shown) ? 1 : 0;
  let truck = 0;
  let wasInView = false;
  while (!signal.aborted) {
    const isInView = await fetch(`${boxUrl}/status`, { signal })
      .then((reply) => reply.json() as Promise<Status>)
      .then(({ stations }) => stations.some(({ id, visit }) => id === STATION && visit !== null))
      .catch(() => wasInView);
    if (isInView && !wasInView) {
      await announce(boxUrl, (rounds === 0 ? FIRST_ROUND : LATER_ROUNDS)[truck] ?? null, signal);
      truck = (truck + 1) % FIRST_ROUND.length;
      if (truck === 0) rounds += 1;
      if (truck === 0) writeFileSync(shown, "");
    }
    wasInView = isInView;
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function announce(boxUrl: string, announcement: Announcement, signal: AbortSignal): Promise<void> {
  if (!announcement) return;
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(announcement), signal };
  // A box that restarts, or refuses a number, misses this truck, as at any gate.
  await fetch(`${boxUrl}/lanes/gate-2/container`, request).catch(() => undefined);
}
