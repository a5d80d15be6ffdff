// `npm run faults [GROUP…] -- [--kills N] [--seed N]`: kills a gate and the cloud again and again, with faults of the
// groups named (edge, network, cloud; all of them without), and prints what came of all that was captured. Ends with 1
// when something was lost, recorded twice or parked.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../cloud/src/guarantees/postgres-testing.ts";
import { createRandom } from "../power-cut/random.ts";
import { type Balance, compare, describeBalance } from "./compare.ts";
import { groups, playFaults } from "./play-faults.ts";
import { query, startSite } from "./site.ts";

const options = { kills: { type: "string" }, seed: { type: "string" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const named = positionals.length > 0 ? positionals : Object.keys(groups);
const unknown = named.filter((name) => !(name in groups));
if (unknown.length > 0) {
  console.error(`Unknown group: ${unknown.join(", ")}. The groups are: ${Object.keys(groups).join(", ")}`);
  process.exit(2);
}
const kills = Number(values.kills ?? 500);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const ROUNDS_PER_GROUP = 5;

const postgres = await startPostgres({ keepsCommits: true });
const folder = mkdtempSync(path.join(tmpdir(), "faults-"));
let isBroken = true;
const balances: Balance[] = [];
try {
  await query(postgres.url, "create database faults");
  const site = await startSite(folder, postgres.url.replace(/postgres$/, "faults"), postgres);
  const random = createRandom(seed);
  const lives = Math.ceil(kills / (named.length * ROUNDS_PER_GROUP));
  let done = 0;
  for (let round = 0; round < ROUNDS_PER_GROUP; round += 1) {
    for (const name of named) {
      await playFaults(site, { troubles: groups[name] ?? [], lives, random, lifeMs: 800 });
      done += lives;
      const balance = await compare(site);
      console.log(`${name}, ${done} ends of the gate (seed ${seed}): ${describeBalance(balance)}`);
      balances.push(balance);
      for (const { id, reason } of balance.parked) console.log(`  parked ${id}: ${reason}`);
      for (const id of balance.lost.slice(0, 20)) console.log(`  lost ${id}`);
    }
  }
  await site.stop();
  isBroken = balances.some(({ lost, duplicates, parked }) => lost.length > 0 || duplicates > 0 || parked.length > 0);
} finally {
  await postgres.stop();
  if (isBroken) console.log(`the files stay in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exit(isBroken ? 1 : 0);
