import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createMatchScan } from "../matching/match-scan.ts";
import type { Needs } from "../parts.ts";
import type { ScanContext } from "./present-scan.ts";
import type { ScannedContainer } from "./scan-store.ts";

/** Reads what a scan of this container is shown with, by the category map that was in force when it was read. */
export async function readContext(
  { db, categoryMaps }: Needs<"categoryMaps"> & { db: DatabaseOrTransaction },
  { container, visit, manifest, mapVersion }: ScannedContainer,
): Promise<ScanContext> {
  return { container, visit, matchScan: createMatchScan(manifest, await categoryMaps.at(db, mapVersion)) };
}
