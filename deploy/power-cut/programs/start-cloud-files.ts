/*
 * Makes the small files that a cloud keeps beside its database, in the order of a first start: the folder's lock,
 * generated secrets, the first administrator's password; then a restore puts other secrets in their place.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { writeFirstAdmin } from "../../../cloud/src/people/auth/ensure-accounts.ts";
import { restoreSecrets } from "../../../cloud/src/operations/backup/restore-backup.ts";
import { lockFolder } from "../../../cloud/src/platform/db/lock-folder.ts";
import { readSettings } from "../../../cloud/src/platform/settings/settings.ts";
import { openLedger } from "./ledger.ts";

export type CloudFilesArgs = {
  dataDir: string;
  /** The backup's secrets, outside the folder that is watched. */
  backupFile: string;
};
/** Ledger line for a fact that a user can rely on from that moment on. */
export type CloudFilesLine =
  | { generated: { jwtSecret: string; edgeApiKey: string } }
  | { firstAdmin: string }
  | { restored: { jwtSecret: string; edgeApiKey: string } };

const { dataDir, backupFile } = JSON.parse(process.argv[2] ?? "") as CloudFilesArgs;
const record: (line: CloudFilesLine) => void = openLedger();
const { jwtSecret, edgeApiKey } = readSettings({ DATA_DIR: dataDir });
record({ generated: { jwtSecret, edgeApiKey } });
lockFolder(path.join(dataDir, "database"));
writeFirstAdmin(dataDir, "admin@localhost", "the first password");
record({ firstAdmin: "the first password" });
const restored = { jwtSecret: "r".repeat(43), edgeApiKey: "s".repeat(43) };
mkdirSync(path.dirname(backupFile), { recursive: true });
writeFileSync(backupFile, JSON.stringify(restored));
await restoreSecrets(readFileSync(backupFile, "utf8"), { dataDir, note: () => {} });
record({ restored });
