/*
 * Imported before a program, removes syncs from a module: `?module=/outbox/recovery/quarantine.ts&sync=syncPath(file);`,
 * with as many `sync` as there are. These are the mutants that the tests of power cuts must kill.
 */
import { registerHooks } from "node:module";

const { searchParams } = new URL(import.meta.url);
const module = searchParams.get("module") ?? "no module";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(module)) return loaded;
    let source = Buffer.from(loaded.source as Uint8Array).toString("utf8");
    for (const sync of searchParams.getAll("sync")) {
      if (!source.includes(sync)) throw new Error(`${module} has no ${sync}`);
      source = source.replaceAll(sync, "");
    }
    return { ...loaded, source };
  },
});
