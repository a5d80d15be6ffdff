import { fileURLToPath } from "node:url";
import { z } from "zod";
import { parseOptions } from "./source.ts";
import type { Picture, SourceKind, SourceSettings } from "./source.ts";

/** `folder:`: pictures that another program, such as an X-ray scanner, drops into a folder. */
export const folderKind: SourceKind = {
  scheme: "folder",
  example: "folder:/srv/xray?moveTo=done",
  parse(url) {
    if (url.host !== "") {
      return { ok: false, problem: `"${url.host}" is in the place of a host; use three slashes: folder:///srv/xray` };
    }
    const parsed = parseOptions(url, {
      /** A folder inside this one, into which pictures are moved once they have been taken. */
      moveTo: z
        .string()
        .regex(/^[\w.-]*\w[\w.-]*$/, "must be the name of a folder inside this one")
        .optional(),
      /** Seconds between two looks into the folder. */
      poll: z.coerce.number().min(0.1).max(3600).default(1),
      /** Time in seconds for which a picture may be unreadable before it is set aside. */
      giveUpAfter: z.coerce.number().min(1).max(86_400).default(60),
    });
    if (!parsed.ok) return parsed;
    const folder = fileURLToPath(Object.assign(new URL("file:///"), { pathname: url.pathname }));
    const settled = { folder, ...parsed.options };
    async function* pictures(settings: SourceSettings, signal: AbortSignal): AsyncGenerator<Picture> {
      // Only here, so that a camera of another kind does not load the picture decoder.
      const { watchFolder } = await import("./watch-folder.ts");
      yield* watchFolder(settled, settings, signal);
    }
    return { ok: true, source: { pace: "acknowledged", pictures } };
  },
};
