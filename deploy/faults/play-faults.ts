import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { waitUntil } from "../demo/wait-until.ts";
import type { Random } from "../power-cut/random.ts";
import { NETWORK_FAULTS } from "./fault-proxy.ts";
import type { GateOrder } from "./gate.ts";
import { query } from "./query.ts";
import type { Site } from "./site.ts";

/** Faults during one life of the gate. */
type Trouble = {
  name: string;
  gate?: (random: Random) => Partial<GateOrder>;
  play?: (site: Site, random: Random) => Promise<void>;
  /** True if the disk of the gate can fail. */
  onFaultyDisk?: boolean;
  /** True if the gate is of the next release, to which the outbox is upgraded. */
  isNext?: boolean;
};

const DAY_MS = 86_400_000;

const edge: Trouble[] = [
  { name: "kill" },
  { name: "clock 20 years back", gate: () => ({ clockOffsetMs: -20 * 365 * DAY_MS }) },
  { name: "clock an hour back", gate: () => ({ clockOffsetMs: -3_600_000 }) },
  { name: "clock 30 days ahead", gate: () => ({ clockOffsetMs: 30 * DAY_MS }) },
  {
    name: "second agent on the folder",
    async play(site) {
      const second = site.spawnGate({});
      // It stays where it came first, because the other one was still starting.
      const limit = setTimeout(() => second.kill("SIGKILL"), 20_000);
      await once(second, "exit");
      clearTimeout(limit);
    },
  },
  {
    name: "command line holds a lock",
    async play(site, random) {
      const db = new Database(site.files.outbox, { timeout: 100 });
      try {
        db.exec("BEGIN IMMEDIATE");
        await sleep(random.below(1_500));
        db.exec("ROLLBACK");
      } catch {
        // The gate holds it.
      } finally {
        db.close();
      }
    },
  },
];

const network: Trouble[] = NETWORK_FAULTS.map((fault) => ({
  name: fault,
  play: async (site, random) => site.balancer.set(fault, random.pick([1, 0.5, 0.2])),
}));

const endProcess = (signal: NodeJS.Signals) => async (site: Site, random: Random) => {
  const process = site.processes[random.below(site.processes.length)];
  await sleep(random.below(800));
  await process?.end(signal);
  // Comes back by itself, as a supervisor would start it.
  process?.start().catch(() => undefined);
};

const cloud: Trouble[] = [
  { name: "cloud process killed", play: endProcess("SIGKILL") },
  { name: "cloud process stopped", play: endProcess("SIGTERM") },
  {
    name: "connections of the database terminated",
    async play(site, random) {
      for (let count = 0; count < 5; count += 1) {
        await sleep(random.below(300));
        await query(
          site.databaseUrl,
          "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
        );
      }
    },
  },
  {
    name: "Postgres shut down at once",
    async play(site, random) {
      await sleep(random.below(500));
      await site.postgres?.crash();
      await sleep(random.below(1_000));
      await site.postgres?.restart();
    },
  },
];

const ai: Trouble[] = (["dead", "hangs", "nonsense"] as const).map((state) => ({
  name: `AI service ${state}`,
  async play(site, random) {
    if (random.chance(0.5)) await site.user.scan();
    site.ai.set(state);
    const scans = [site.user.scan(), site.user.scan()];
    await sleep(random.below(1_500));
    // Requests that it never answers end with their connections.
    site.ai.set("works");
    await Promise.all(scans);
  },
}));

const disk: Trouble[] = ["full 0 *", "full 40 *", "read-only 0 *", "slow 300 *-wal", "fail 0 *"].map((fault) => ({
  name: `disk: ${fault}`,
  onFaultyDisk: true,
  async play(site, random) {
    site.disk.set(`${fault}\n`);
    await sleep(random.below(1_500));
    // Half of the lives end on the failing disk.
    if (random.chance(0.5)) site.disk.set("");
  },
}));

/** A gate that ended while it captured is followed by one of the next release, or of this one again. */
const release: Trouble[] = [{ name: "upgraded", isNext: true }, { name: "rolled back" }];

/** Troubles of a site by group. */
export const groups: Record<string, Trouble[]> = { edge, network, cloud, ai, disk, release };

/**
 * Runs a gate and kills it, `lives` times, each time with one of the troubles, at random or `inTurn`; then delivers
 * everything.
 */
export async function playFaults(
  site: Site,
  options: { troubles: readonly Trouble[]; lives: number; random: Random; lifeMs: number; inTurn?: boolean },
): Promise<void> {
  const { troubles, lives, random, lifeMs, inTurn = false } = options;
  for (let life = 0; life < lives; life += 1) {
    const trouble = troubles[inTurn ? life % troubles.length : random.below(troubles.length)] ?? { name: "none" };
    const gate = site.spawnGate(trouble.gate?.(random) ?? {}, trouble);
    const ended = once(gate, "exit");
    try {
      // A busy machine takes its time to start a program; one in ten ends before it has captured anything, or upgraded.
      if (!random.chance(0.1) || trouble.isNext) await untilItCaptures(site);
      await Promise.all([sleep(lifeMs / 2 + random.below(lifeMs)), trouble.play?.(site, random)]);
    } finally {
      gate.kill(random.chance(0.1) ? "SIGTERM" : "SIGKILL");
      await ended;
      site.disk.set("");
    }
    // The line stays as it is for the next life, or heals.
    if (random.chance(0.5)) site.balancer.set(null);
  }
  await site.settle();
}

async function untilItCaptures(site: Site): Promise<void> {
  const before = site.ledgerBytes();
  await waitUntil("the gate captures", () => site.ledgerBytes() > before || undefined, {
    timeoutMs: 120_000,
    everyMs: 20,
  });
}
