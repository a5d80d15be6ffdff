import { erasePicture as erase, type ErasedPicture } from "../erasure/erase-picture.ts";
import { type CommandContext, CommandError, withSystem } from "./open-system.ts";

const LONGEST_REASON = 1_000;

/** `erase-picture ID --reason TEXT`: fulfils the request of a person in a picture. The service may keep running. */
export async function erasePicture(
  context: CommandContext,
  id: string,
  { reason: given }: { reason: string },
): Promise<void> {
  const reason = given.trim();
  if (reason === "" || reason.length > LONGEST_REASON)
    throw new CommandError(
      `--reason must have 1 to ${LONGEST_REASON} characters, for example the number of the request.`,
    );
  const outcome = await withSystem(context, { migrate: true }, ({ connection: { db }, storage, newId, nowMs }) =>
    erase({ db, storage, newId, nowMs }, { id, reason }),
  );
  if ("refusal" in outcome) throw new CommandError(outcome.refusal);
  report(context, outcome);
}

function report({ print, note }: CommandContext, { record, isRepeated, deletedObjects, failed }: ErasedPicture): void {
  const { id, sha256, keys, deletedAt } = record;
  if (isRepeated) note(`The picture was deleted on ${deletedAt?.toISOString()}. What is left of it is deleted now.`);
  print(
    `Picture of ${id}: ${deletedObjects} of ${keys.length} objects deleted. The record stays, with SHA-256 ${sha256}.`,
  );
  if (failed.length > 0) {
    const causes = failed.map(({ key, error }) => `${key}: ${error instanceof Error ? error.message : String(error)}`);
    throw new CommandError(
      [
        "Not deleted yet, though no longer shown. Run this again; the daily search for orphans also tries:",
        ...causes,
      ].join("\n  "),
    );
  }
  note("Backups delete their copy later, and a bucket with versions keeps the bytes until its rules end them.");
}
