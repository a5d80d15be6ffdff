import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { createSigningSeal } from "../../notices/webhooks/signing-secret.ts";
import type { Database } from "../../platform/db/database.ts";
import { createSecretSeal, type SecretSeal } from "../../platform/settings/secret-seal.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import type { Opener } from "./encryption.ts";
import { readLines } from "./files.ts";
import { BackupError, type BackupManifest } from "./manifest.ts";
import type { BackupSecrets } from "./restore-backup.ts";
import { hasAccountOf, hasRecords } from "./table-store.ts";

type SecretSettings = Pick<Settings, "jwtSecret" | "isJwtSecretGenerated">;
type Checked = { folder: string; manifest: Pick<BackupManifest, "tables">; open: Opener };

const AGREEMENT = "add --other-installation";

/**
 * Refuses a backup of another installation, in whose place the containers and devices of this one would be lost. An
 * installation is known by its accounts: their ids are drawn once and stay, also when a person is erased. Not noticed:
 * a backup of a copy of this installation, which has the same accounts; and what an installation without containers and
 * devices has been set up with.
 */
export async function checkSameInstallation(db: Database, backup: Checked): Promise<void> {
  if (!(await hasRecords(db))) return;
  for await (const rows of readColumns(backup, "users", ["id"]))
    if (
      await hasAccountOf(
        db,
        rows.map(([id]) => id ?? ""),
      )
    )
      return;
  throw new BackupError(
    "The backup is of another installation: it has none of the accounts of this database. Nothing was restored. Check DATABASE_URL and " +
      `the folder of the backup; to delete the containers and devices of this installation in favour of the other one's, ${AGREEMENT}.`,
  );
}

/**
 * Refuses a backup whose secrets this installation could not read once it was restored, since they were encrypted with
 * another JWT_SECRET: people with an authenticator app could not sign in.
 */
export async function checkSecretsOpen(
  backup: Checked & { secrets: BackupSecrets | undefined },
  settings: SecretSettings,
): Promise<void> {
  // The JWT_SECRET once the backup was restored, with the secrets that were generated for it.
  const jwtSecret = (settings.isJwtSecretGenerated ? backup.secrets?.jwtSecret : undefined) ?? settings.jwtSecret;
  const appSeal = createSecretSeal(jwtSecret, "authenticator apps");
  const apps = await countOpened(backup, { table: "second_factors", columns: ["user_id", "sealed_secret"] }, appSeal);
  const signingSeal = createSigningSeal(jwtSecret);
  const webhooks = await countOpened(backup, { table: "webhooks", columns: ["id", "secret"] }, signingSeal);
  if (apps.opened + webhooks.opened > 0 || apps.sealed + webhooks.sealed === 0) return;
  throw new BackupError(
    `The backup has secrets of ${apps.sealed} authenticator apps and ${webhooks.sealed} webhooks, which are encrypted with another ` +
      "JWT_SECRET. Nothing was restored. Set JWT_SECRET to that of the installation that made the backup. If it is lost, " +
      `${AGREEMENT}; then reset the second factors of these people, and rotate the secrets of the webhooks.`,
  );
}

/** Counts the secrets of a table of the backup, and those of them that the seal opens. */
async function countOpened(
  backup: Checked,
  { table, columns }: { table: string; columns: [owner: string, secret: string] },
  seal: SecretSeal,
): Promise<{ sealed: number; opened: number }> {
  const count = { sealed: 0, opened: 0 };
  for await (const rows of readColumns(backup, table, columns))
    for (const [ownerId, secret] of rows) {
      if (typeof secret !== "string") continue;
      count.sealed += 1;
      if (seal.open(secret, ownerId ?? "") !== undefined) count.opened += 1;
    }
  return count;
}

/** Some columns of a table of the backup, as texts. */
async function* readColumns(
  { folder, manifest, open }: Checked,
  name: string,
  wanted: readonly string[],
): AsyncGenerator<(string | null | undefined)[][]> {
  const table = manifest.tables.find((one) => one.schema === "public" && one.name === name);
  if (!table) return;
  const places = wanted.map((column) => table.columns.indexOf(column));
  for await (const lines of readLines(pathInside(folder, table.file), open))
    yield lines.map((line) => {
      const values: (string | null)[] = JSON.parse(line);
      return places.map((place) => values[place]);
    });
}
