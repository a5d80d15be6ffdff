import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import { replaceFile } from "../../base/replace-file.ts";
import { evidence, type Evidence } from "./evidence.ts";

/** The evidence of each lane, by the lane's key. */
export type PassageFile = {
  read(): Map<string, Evidence[]>;
  write(evidence: ReadonlyMap<string, readonly Evidence[]>): void;
};

const content = z.record(z.string(), z.array(evidence));

/**
 * Keeps the passages across restarts. A file that is missing or broken has none: a number can be announced again. A
 * failure to write is logged.
 */
export function openPassageFile(dataDir: string, logger: Pick<Logger, "warn">): PassageFile {
  const file = path.join(dataDir, "passages.json");
  return {
    read() {
      try {
        return new Map(Object.entries(content.parse(JSON.parse(readFileSync(file, "utf8")))));
      } catch {
        return new Map();
      }
    },
    write(all) {
      try {
        replaceFile(file, `${JSON.stringify(Object.fromEntries(all))}\n`);
      } catch (error) {
        logger.warn({ file, err: error }, "the passages of the lanes could not be saved; they are lost at a restart");
      }
    },
  };
}
