// `npm run faults [GROUP…] -- [--kills N] [--cuts N] [--seed N]`: kills a gate and the cloud again and again, with faults
// of the groups named (edge, network, cloud, ai, disk, release, power; all of them without), and prints what came of all
// that was captured. Ends with 1 when something was lost, recorded twice or parked.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readOptions } from "../read-options.ts";
import { startPostgres } from "../../cloud/src/testing/postgres.ts";
import { createRandom } from "../power-cut/random.ts";
import { type Balance, compare, describeBalance } from "./compare.ts";
import { cutOutboxPower } from "./cut-power.ts";
import { groups, playFaults } from "./play-faults.ts";
import { query } from "./query.ts";
import { startSite } from "./site.ts";

/** Power cuts need no site. */
const POWER = "power";
const ROUNDS_PER_GROUP = 5;

const options = { kills: { type: "string" }, cuts: { type: "string" }, seed: { type: "string" } } as const;
const { values, positionals } = readOptions({ options, allowPositionals: true });
const known = [...Object.keys(groups), POWER];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown group: ${unknown.join(", ")}. The groups are: ${known.join(", ")}`);
  process.exit(2);
}
const named = positionals.length > 0 ? positionals : known;
const seed = Number(values.seed ?? Date.now() % 1_000_000);

let isBroken = named.includes(POWER) && (await playPower(Number(values.cuts ?? 200)));
const played = named.filter((name) => name !== POWER);
if (played.length > 0) isBroken = (await playGroups(played, Number(values.kills ?? 500))) || isBroken;
process.exit(isBroken ? 1 : 0);

/** Returns whether something was lost. */
async function playPower(cuts: number): Promise<boolean> {
  const { captured, lost } = await cutOutboxPower(cuts, seed);
  console.log(`power, ${cuts} cuts (seed ${seed}): captured ${captured}, lost ${lost.length}`);
  for (const loss of lost) console.log(`  ${loss}`);
  return lost.length > 0;
}

/** Returns whether something was lost, recorded twice or parked: no fault of these groups explains a parked record. */
async function playGroups(names: readonly string[], kills: number): Promise<boolean> {
  const postgres = await startPostgres({ keepsCommits: true });
  const folder = mkdtempSync(path.join(tmpdir(), "faults-"));
  let isWhole = false;
  const balances: Balance[] = [];
  try {
    await query(postgres.url, "create database faults");
    const random = createRandom(seed);
    const site = await startSite(folder, postgres.url.replace(/postgres$/, "faults"), { random, postgres });
    const lives = Math.ceil(kills / (names.length * ROUNDS_PER_GROUP));
    let done = 0;
    for (let round = 0; round < ROUNDS_PER_GROUP; round += 1) {
      for (const name of names) {
        await playFaults(site, { troubles: groups[name] ?? [], lives, random, lifeMs: 800 });
        done += lives;
        const balance = await compare(site);
        balances.push(balance);
        report(`${name}, ${done} ends of the gate (seed ${seed})`, balance);
      }
    }
    const ownEnds = site.processes.reduce((sum, each) => sum + each.ownEnds(), 0);
    console.log(`processes of the cloud that ended by themselves and were started again: ${ownEnds}`);
    await site.stop();
    isWhole = balances.every(
      ({ lost, duplicates, parked }) => lost.length === 0 && duplicates === 0 && parked.length === 0,
    );
  } finally {
    await postgres.stop();
    if (isWhole) rmSync(folder, { recursive: true, force: true });
    else console.log(`the files stay in ${folder}`);
  }
  return !isWhole;
}

function report(what: string, balance: Balance): void {
  console.log(`${what}: ${describeBalance(balance)}`);
  for (const { id, reason } of balance.parked) console.log(`  parked ${id}: ${reason}`);
  for (const id of balance.lost.slice(0, 20)) console.log(`  lost ${id}`);
}
