import { z } from "zod";
import { thinTo } from "./pace.ts";
import { SourceError } from "./source-error.ts";
import { parseOptions } from "./source.ts";
import type { Picture, Source, SourceKind, SourceParse, SourceSettings } from "./source.ts";
import { takeOptions } from "./url-options.ts";

/** Connecting and each read may take this long; below the watchdog's 10 s, so that the failure has a reason. */
const IO_TIMEOUT_MS = 6000;

const options = {
  /** UDP loses pictures on a busy network; some old cameras offer nothing else. */
  transport: z.enum(["tcp", "udp"]).default("tcp"),
  /** `insecure` accepts every certificate: most cameras have one that they signed themselves. */
  tls: z.enum(["verify", "insecure"]).default("verify"),
};

/** `rtsp:`: a network camera; credentials are part of the URL, further options of the query are the camera's own. */
export const rtspKind: SourceKind = {
  scheme: "rtsp",
  example: "rtsp://192.168.1.20/stream1?transport=udp",
  isNetwork: true,
  parse: parseRtsp,
};

/** `rtsps:`: a network camera whose stream is encrypted. */
export const rtspsKind: SourceKind = {
  scheme: "rtsps",
  example: "rtsps://192.168.1.20/stream1?tls=insecure",
  isNetwork: true,
  parse: parseRtsp,
};

function parseRtsp(url: URL): SourceParse {
  if (url.hostname === "") return { ok: false, problem: "the host is missing; write rtsp://192.168.1.20/path" };
  const { own, camera } = takeOptions(url, Object.keys(options));
  const parsed = parseOptions(own, options);
  if (!parsed.ok) return parsed;
  if (url.protocol === "rtsps:" && parsed.options.transport === "udp") {
    return { ok: false, problem: "rtsps: encrypts only TCP; remove transport=udp" };
  }
  return { ok: true, source: createRtspSource(camera, parsed.options) };
}

type Options = { transport: "tcp" | "udp"; tls: "verify" | "insecure" };

function createRtspSource(url: URL, options: Options): Source {
  return {
    pace: "live",
    isCamera: true,
    pictures: (settings, signal) => play(url, options, settings, signal),
    readPackets: (settings, signal) => read(url, options, settings, signal),
  };
}

async function* play(
  url: URL,
  options: Options,
  { framesPerSecond, ...limits }: SourceSettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  // Only here, so that FFmpeg is loaded in the camera's process and never in the agent's.
  const { decodeVideo } = await import("./decode-video.ts");
  const keeps = thinTo(framesPerSecond);
  const opening = { openOptions: await openOptions(url, options), isNetwork: true };
  try {
    yield* decodeVideo(url.href, { ...opening, ...limits, wants: keeps, signal });
  } catch (error) {
    throw nameHost(url, error);
  }
  if (!signal.aborted) throw endedStream(url);
}

async function read(
  url: URL,
  options: Options,
  { takePackets, monotonicMs }: Parameters<NonNullable<Source["readPackets"]>>[0],
  signal: AbortSignal,
): Promise<void> {
  const { openStream, readPackets } = await import("./open-video.ts");
  try {
    await using video = await openStream(url.href, { openOptions: await openOptions(url, options), isNetwork: true });
    const take = takePackets(video.stream);
    for await (const packet of readPackets(video, signal)) if (packet) take(packet, monotonicMs());
  } catch (error) {
    throw nameHost(url, error);
  }
  if (!signal.aborted) throw endedStream(url);
}

function nameHost(url: URL, error: unknown): SourceError {
  const kind = error instanceof SourceError ? error.kind : "other";
  const reason = error instanceof Error ? error.message : String(error);
  return new SourceError(kind, `${url.host} ${reason}`, { cause: error });
}

const endedStream = (url: URL) => new SourceError("protocol", `${url.host} ended the stream`);

async function openOptions(url: URL, { transport, tls }: Options): Promise<Record<string, string>> {
  return {
    rtsp_transport: transport,
    allowed_media_types: "video",
    protocol_whitelist: "rtsp,rtsps,rtp,srtp,udp,tcp,tls",
    timeout: String(IO_TIMEOUT_MS * 1000),
    // The newest picture counts: lost packets are waited for 200 ms at most.
    max_delay: "200000",
    ...(url.protocol === "rtsps:" ? await tlsOptions(tls) : {}),
  };
}

async function tlsOptions(tls: Options["tls"]): Promise<Record<string, string>> {
  if (tls === "insecure") return { tls_verify: "0" };
  const { shareTrustedCertificates } = await import("./trusted-certificates.ts");
  return { tls_verify: "1", ca_file: shareTrustedCertificates() };
}
