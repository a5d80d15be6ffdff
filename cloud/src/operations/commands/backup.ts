import path from "node:path";
import { createBackup } from "../backup/create-backup.ts";
import { createOpener, createSeal } from "../backup/encryption.ts";
import { readManifest } from "../backup/manifest.ts";
import { checkRelease, checkTarget, readSecrets, restoreBackup } from "../backup/restore-backup.ts";
import { verifyBackup } from "../backup/verify-backup.ts";
import { checkSameInstallation, checkSecretsOpen } from "../backup/whose-backup.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import { API_VERSION } from "../../platform/version.ts";
import { openJobs } from "../../platform/jobs/jobs.ts";
import { recordRun } from "../retention/maintenance-store.ts";
import { type CommandContext, trackingDatabaseOf, withSystem } from "./open-system.ts";

/** `backup FOLDER [--no-pictures]` */
export async function backup(context: CommandContext, target: string, options: { pictures: boolean }): Promise<void> {
  const folder = path.resolve(target);
  await withSystem(context, { migrate: false }, async (system) => {
    const { settings, connection, storage } = system;
    const trackingDb = await trackingDatabaseOf(system);
    const parts = {
      db: connection.db,
      trackingDb,
      storage,
      dataDir: settings.dataDir,
      seal: createSeal(settings.backupRecipients),
      withPictures: options.pictures,
      version: API_VERSION,
      ...context,
    };
    const { tables, objects, missingObjects, secrets } = await createBackup(parts, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const outcome = { rows, pictures: objects.count, missingPictures: missingObjects.length };
    // The backup is complete, even if its time cannot be recorded for monitoring.
    await recordRun(connection.db, "backup", { nowMs: context.nowMs(), outcome }).catch((error: unknown) =>
      context.note(`The backup is complete, but its time could not be recorded for the metrics: ${String(error)}`),
    );
    if (missingObjects.length > 0)
      context.note(`${missingObjects.length} pictures are missing in the storage; manifest.json names them.`);
    const withSecrets = secrets ? ", and the secrets that sign sessions" : "";
    if (settings.backupRecipients.length === 0)
      context.note(`It holds password hashes${withSecrets}: keep it where only operators can read it.`);
    if (!options.pictures) context.note("It has no pictures: back them up with backup-pictures.");
    context.print(`Backup of ${rows} rows and ${objects.count} pictures in ${folder}`);
  });
}

/** `restore FOLDER [--replace] [--other-installation] [--identity FILE]` */
export async function restore(
  context: CommandContext,
  source: string,
  options: { replace: boolean; otherInstallation: boolean; identity?: string },
): Promise<void> {
  const folder = path.resolve(source);
  const manifest = await readManifest(folder);
  checkRelease(manifest);
  context.note("checking the backup ...");
  const open = await createOpener(options.identity);
  await verifyBackup(folder, manifest, open);
  const secrets = await readSecrets(folder, manifest, open);
  await withSystem(context, { migrate: true }, async (system) => {
    const { settings, connection, storage } = system;
    const { db, jobSource } = connection;
    const trackingDb = await trackingDatabaseOf(system);
    await checkTarget({ db, trackingDb }, options);
    if (!options.otherInstallation) {
      await checkSameInstallation(db, { folder, manifest, open });
      await checkSecretsOpen({ folder, manifest, open, secrets }, settings);
    }
    // Jobs are restored into their queues, which must exist.
    const jobs = await openJobs(jobSource, { kinds: context.jobKinds, logger: createLogger("error") });
    await jobs.stop(0);
    const parts = { db, trackingDb, storage, dataDir: settings.dataDir, open, note: context.note };
    await restoreBackup(parts, { folder, manifest, secrets });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    context.print(`Restored ${rows} rows and ${manifest.objects.count} pictures of ${manifest.createdAt}.`);
    if (!manifest.hasPictures) context.note("The backup has no pictures: restore them with restore-pictures.");
  });
}
