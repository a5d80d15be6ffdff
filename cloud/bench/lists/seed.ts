import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";

/**
 * Fills the migrated and otherwise empty database at `url`, whose user is a superuser, with what seed.sql describes,
 * and collects statistics. `scale` 1 takes about two minutes.
 */
export async function seedLists(url: string, { nowMs, scale = 1 }: { nowMs: number; scale?: number }): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const statements = await readFile(path.join(import.meta.dirname, "seed.sql"), "utf8");
    const settings = `set_config('seed.now', $1, false), set_config('seed.scale', $2, false)`;
    await client.query(`select ${settings}`, [String(nowMs / 1_000), String(scale)]);
    await client.query(statements);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
