import { readFileSync } from "node:fs";
import { z } from "zod";
import { replaceFile } from "../base/replace-file.ts";
import type { Announcement } from "./container-numbers.ts";

const content = z.record(z.string(), z.object({ containerNumber: z.string().min(1), announcedAtMs: z.number() }));

/**
 * Returns the last announcement at each station; empty when the file is missing or broken: a number can be announced
 * again.
 */
export function readAnnouncements(file: string): Map<string, Announcement> {
  try {
    return new Map(Object.entries(content.parse(JSON.parse(readFileSync(file, "utf8")))));
  } catch {
    return new Map();
  }
}

/** Replaces the file in one step. Throws when the folder cannot be written. */
export function writeAnnouncements(file: string, announcements: ReadonlyMap<string, Announcement>): void {
  replaceFile(file, `${JSON.stringify(Object.fromEntries(announcements), null, 2)}\n`);
}
