/*
 * Imported before a program, removes a sync of a folder from the outbox's quarantine.ts: `?sync=syncPath(quarantine);`.
 * These are the mutants that the quarantine's test must kill.
 */
import { registerHooks } from "node:module";

const sync = new URL(import.meta.url).searchParams.get("sync") ?? "";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/outbox/recovery/quarantine.ts")) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString("utf8");
    const mutant = source.replaceAll(sync, "");
    if (mutant === source) throw new Error(`quarantine.ts has no ${sync}`);
    return { ...loaded, source: mutant };
  },
});
