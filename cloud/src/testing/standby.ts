import { execFile } from "node:child_process";
import { chown, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

type Copy = { from: string; to: string; user: { uid: number; gid: number } | undefined };

/**
 * Copies the data of the running server at `url`, as pg_basebackup does, and marks the copy as a standby. The programs
 * from npm lack pg_basebackup.
 */
export async function copyForStandby(url: string, { from, to, user }: Copy): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // As root it keeps the owner, who runs the server.
    await promisify(execFile)("cp", ["-a", from, to]);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await rm(path.join(to, "postmaster.pid"), { force: true });
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? "", "standby.signal": "" })) {
      const file = path.join(to, name);
      await writeFile(file, text, { mode: 0o600 });
      if (user) await chown(file, user.uid, user.gid);
    }
  } finally {
    await client.end();
  }
}
