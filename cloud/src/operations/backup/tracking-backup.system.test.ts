import { describe } from "vitest";
import { createEmptyDatabase } from "../../testing/processes.ts";
import { checkTrackingBackup } from "./tracking-backup-testing.ts";

describe("a tracking database of its own", () => {
  checkTrackingBackup(createEmptyDatabase);
});
