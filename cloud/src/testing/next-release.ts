import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { mainMigrations, type Migrations } from "../platform/db/migrate.ts";
import { addMigration } from "./add-migration.ts";
import { cleanUpLater } from "./clean-up.ts";

/** The migrations that a made-up next release carries: those of this one, and one more with these statements. */
export async function makeNextRelease(...statements: string[]): Promise<Migrations> {
  const folder = await mkdtemp(path.join(tmpdir(), "next-release-"));
  cleanUpLater(() => rm(folder, { recursive: true }));
  await cp(mainMigrations.folder, folder, { recursive: true });
  const added = addMigration(folder, statements.join(";\n--> statement-breakpoint\n"));
  return { ...mainMigrations, folder, known: [...mainMigrations.known, added] };
}

/** Makes a database look like one from before the first release: its migrations begin with another one. */
export const UNRELEASED = "update drizzle.__drizzle_migrations set created_at = 1795170024754";
