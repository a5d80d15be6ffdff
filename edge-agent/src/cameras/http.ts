import { z } from "zod";
import type { HttpOptions } from "./play-http.ts";
import { parseOptions } from "./source.ts";
import type { Picture, Source, SourceKind, SourceParse, SourceSettings } from "./source.ts";
import { takeOptions } from "./url-options.ts";

const options = {
  /** Seconds between two snapshots. */
  poll: z.coerce.number().min(0.1).max(3600).default(1),
  tls: z.enum(["verify", "insecure"]).default("verify"),
};

/** `http:`: a camera that sends MJPEG (`multipart/x-mixed-replace`), or single pictures on request. */
export const httpKind: SourceKind = {
  scheme: "http",
  example: "http://192.168.1.20/snapshot.jpg?poll=2",
  isNetwork: true,
  parse: parseHttp,
};

/** `https:`: MJPEG or single pictures over TLS. */
export const httpsKind: SourceKind = {
  scheme: "https",
  example: "https://192.168.1.20/mjpeg?tls=insecure",
  isNetwork: true,
  parse: parseHttp,
};

function parseHttp(url: URL): SourceParse {
  const { own, camera } = takeOptions(url, Object.keys(options));
  const parsed = parseOptions(own, options);
  if (!parsed.ok) return parsed;
  return { ok: true, source: createHttpSource(camera, parsed.options) };
}

function createHttpSource(url: URL, settled: HttpOptions): Source {
  async function* pictures(settings: SourceSettings, signal: AbortSignal): AsyncGenerator<Picture> {
    // Only here, so that a camera of another kind does not load the HTTP client and the picture decoder.
    const { playHttp } = await import("./play-http.ts");
    yield* playHttp(url, settled, settings, signal);
  }
  return { pace: "live", isCamera: true, pictures };
}
