import type { Database } from "../../platform/db/database.ts";
import { createOpener, createSeal } from "../backup/encryption.ts";
import { backUpPictures, type PictureBackupOutcome } from "../picture-backup/back-up-pictures.ts";
import { openPlace } from "../picture-backup/picture-copies.ts";
import { restorePictures as restoreMissing } from "../picture-backup/restore-pictures.ts";
import { checkOwnCopies } from "../picture-backup/whose-copies.ts";
import { verifyPictures as verifyCopies } from "../picture-backup/verify-pictures.ts";
import { claimRun, endRun, renewRun } from "../retention/maintenance-store.ts";
import { CommandError, type CommandContext, withSystem } from "./open-system.ts";

const DAY_MS = 86_400_000;
/** A run that was killed blocks the next one for this long. */
const LEASE_MS = 10 * 60_000;

/** `backup-pictures PLACE [--delete-after-days DAYS]`; the service may keep running. */
export async function backupPictures(
  context: CommandContext,
  target: string,
  options: { deleteAfterDays: string },
): Promise<void> {
  const keptMs = readDays(options.deleteAfterDays);
  const { nowMs, note } = context;
  await withSystem(context, { migrate: false }, async ({ settings, connection: { db }, storage, newId }) => {
    const place = await openPlace(target, newId, { isMade: true });
    await checkOwnCopies(db, place);
    const seal = createSeal(settings.backupRecipients);
    const outcome = await runAlone(db, nowMs, (mayGoOn) =>
      backUpPictures({ db, storage, place, seal, keptMs, nowMs, mayGoOn, note }),
    );
    report(context, outcome, target);
  });
}

function report({ print, note }: CommandContext, outcome: PictureBackupOutcome, target: string): void {
  const { pictures, copied, copiedBytes, deleted, missing, damaged } = outcome;
  for (const key of missing.keys) note(`a picture is missing in the storage: ${key}`);
  for (const key of damaged.keys) note(`a picture in the storage is not the one that was recorded: ${key}`);
  print(
    `Backup of ${pictures} pictures in ${target}: ${copied} copied (${copiedBytes} bytes), ${deleted} deleted, ${missing.count} missing in the ` +
      `storage, ${damaged.count} damaged there`,
  );
  if (damaged.count > 0)
    throw new CommandError(`${damaged.count} pictures in the storage have changed since they were recorded.`);
}

/** Runs a backup of pictures unless another process does, and records when it ended, for the metrics. */
async function runAlone(
  db: Database,
  nowMs: () => number,
  work: (mayGoOn: () => Promise<boolean>) => Promise<PictureBackupOutcome>,
): Promise<PictureBackupOutcome> {
  const run = await claimRun(db, "backup-pictures", { intervalMs: 0, leaseMs: LEASE_MS, nowMs: nowMs() });
  if (!run)
    throw new CommandError("A backup of pictures is running, or was ended less than 10 minutes ago. Try again later.");
  let outcome: Record<string, unknown> | undefined;
  try {
    const done = await work(() => renewRun(db, run, { leaseMs: LEASE_MS, nowMs: nowMs() }));
    outcome = { ...done, missing: done.missing.count, damaged: done.damaged.count };
    return done;
  } finally {
    await endRun(db, run, { nowMs: nowMs(), outcome });
  }
}

function readDays(text: string): number | undefined {
  if (text === "never") return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new CommandError("--delete-after-days must be a whole number, or never.");
  return Number(text) * DAY_MS;
}

/** `verify-pictures PLACE [--percent PERCENT]` */
export async function verifyPictures(
  context: CommandContext,
  target: string,
  options: { percent: string },
): Promise<void> {
  const percent = Number(options.percent);
  if (!(percent > 0 && percent <= 100)) throw new CommandError("--percent must be a number from 0 to 100.");
  await withSystem(context, { migrate: false }, async ({ connection: { db }, newId }) => {
    const place = await openPlace(target, newId, { isMade: false });
    const parts = { db, place, share: percent / 100, random: Math.random, note: context.note };
    const { verified, copied, damaged, lacking } = await verifyCopies(parts);
    if (lacking.count > 0 && copied === 0)
      throw new CommandError(
        `${target} has a copy of none of the ${lacking.count} pictures of this database. Check the place and DATABASE_URL, or run ` +
          "backup-pictures first.",
      );
    if (lacking.count > 0)
      context.note(`${lacking.count} pictures have no copy yet; the next backup-pictures copies them.`);
    context.print(`Verified ${verified} pictures in ${target}`);
    if (damaged.count === 0) return;
    const names = damaged.keys.map((name) => `  - ${name}`);
    throw new CommandError(
      [
        `${damaged.count} copies are damaged. Delete them, and the next backup-pictures copies their pictures again:`,
        ...names,
      ].join("\n"),
    );
  });
}

/** `restore-pictures PLACE [--identity FILE]`; the service may keep running. */
export async function restorePictures(
  context: CommandContext,
  source: string,
  options: { identity?: string },
): Promise<void> {
  const open = await createOpener(options.identity);
  await withSystem(context, { migrate: false }, async ({ connection: { db }, storage, newId }) => {
    const place = await openPlace(source, newId, { isMade: false });
    const { restored, lacking } = await restoreMissing({ db, storage, place, open, note: context.note });
    context.print(`Restored ${restored} pictures from ${source}`);
    if (lacking.count === 0) return;
    const keys = lacking.keys.map((key) => `  - ${key}`);
    throw new CommandError(
      [`${lacking.count} pictures are in neither the storage nor the backup:`, ...keys].join("\n"),
    );
  });
}
