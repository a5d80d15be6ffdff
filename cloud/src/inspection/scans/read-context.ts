import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { createMatchPictures } from "../judging/match-pictures.ts";
import type { Needs } from "../parts.ts";
import type { ScanContext } from "./present-scan.ts";
import type { ScannedContainer } from "./scan-store.ts";

/** Reads the data shown with a scan of this container, by the rules in force when the container was read. */
export async function readContext(
  { db, matchRules }: Needs<"matchRules"> & { db: DatabaseOrTransaction },
  { container, visit, manifests, ...versions }: ScannedContainer,
): Promise<ScanContext> {
  return {
    container,
    visit,
    matchPictures: createMatchPictures(manifests, await matchRules.at(db, versions)),
  };
}
