import { createHash } from "node:crypto";
import { cpSync, existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { connectEmbedded } from "../platform/db/connect.ts";
import { hasCode } from "../platform/db/error-code.ts";
import { openJobs } from "../platform/jobs/jobs.ts";

const cloud = path.resolve(import.meta.dirname, "../..");
const cache = path.resolve(cloud, "../.cache");

/**
 * Copies a migrated embedded database to `folder`, which must not exist yet. To create one takes seconds, so that it is
 * done once and kept until a migration or a library changes.
 */
export async function copyEmbeddedTemplate(folder: string): Promise<void> {
  const template = path.join(cache, `embedded-database-${await templateKey()}`);
  if (!existsSync(template)) await createTemplate(template);
  // The synchronous copy takes a fraction of the processor time: a database has 1,200 files.
  cpSync(template, folder, { recursive: true });
}

async function createTemplate(template: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(path.join(cache, "draft-"));
  const connection = await connectEmbedded(path.join(draft, "database"));
  const jobs = await openJobs(connection.jobSource, { kinds: [], logger: pino({ level: "silent" }) });
  await jobs.stop(0);
  await connection.close();
  await rename(path.join(draft, "database"), template).catch((error: unknown) => {
    // Another test file was faster.
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  });
  await rm(draft, { recursive: true });
}

/** Changes with the migrations and with the versions of the libraries. */
async function templateKey(): Promise<string> {
  const hash = createHash("sha256");
  const migrations = path.join(cloud, "drizzle");
  const names = (await readdir(migrations, { recursive: true })).filter((name) => name.endsWith(".sql")).toSorted();
  const files = [path.join(cloud, "package.json"), ...names.map((name) => path.join(migrations, name))];
  for (const file of files) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
