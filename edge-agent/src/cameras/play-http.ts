import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";
import { decodeGrey, decodePicture } from "../decode-picture.ts";
import { explainHttpFailure, explainStatus } from "./explain-http-failure.ts";
import { authorize } from "./http-authorization.ts";
import { multipartBoundary, readParts } from "./multipart.ts";
import { thinTo } from "./pace.ts";
import { SourceError } from "./source-error.ts";
import type { Picture, SourceSettings } from "./source.ts";

/** Below the watchdog's 10 s, so that the failure has a reason. */
const IO_TIMEOUT_MS = 6000;
const MAX_SNAPSHOT_BYTES = 50_000_000;
/** So many damaged pictures in a row are a fault of the camera, and not of one transmission. */
const MAX_DAMAGED = 10;

export type HttpOptions = { poll: number; tls: "verify" | "insecure" };

/** Plays an MJPEG stream, or asks for a picture every `poll` seconds, whichever the camera sends; fails in words. */
export async function* playHttp(
  url: URL,
  { poll, tls }: HttpOptions,
  settings: SourceSettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const dispatcher = new Agent({
    connect: { rejectUnauthorized: tls === "verify", timeout: IO_TIMEOUT_MS },
    headersTimeout: IO_TIMEOUT_MS,
    bodyTimeout: IO_TIMEOUT_MS,
  });
  try {
    yield* decodeDue(fetchPictures({ url, poll, dispatcher, ...settings }, signal), settings);
  } catch (error) {
    if (signal.aborted) return;
    const { kind, message } = explainHttpFailure(error);
    throw new SourceError(kind, `${url.host} ${message}`, { cause: error });
  } finally {
    await dispatcher.destroy();
  }
  if (!signal.aborted) throw new SourceError("protocol", `${url.host} ended the stream`);
}

/** Decodes the pictures that are due and that the look admits: others cost little. Damaged ones are left out. */
async function* decodeDue(
  pictures: AsyncIterable<Uint8Array>,
  { framesPerSecond, monotonicMs, look, ...limits }: SourceSettings,
): AsyncGenerator<Picture> {
  const keeps = thinTo(framesPerSecond);
  const startMs = monotonicMs();
  let damaged = 0;
  for await (const bytes of pictures) {
    const ptsMs = monotonicMs() - startMs;
    if (!keeps(ptsMs)) continue;
    try {
      const passes = !look || (await look(ptsMs, (width) => decodeGrey(bytes, width)));
      const picture = passes && (await decodePicture(bytes, limits));
      damaged = 0;
      if (!picture) continue;
      yield { ptsMs, ...picture };
    } catch (error) {
      damaged += 1;
      const reason = error instanceof Error ? error.message : String(error);
      if (damaged >= MAX_DAMAGED) throw new SourceError("codec", `sends damaged pictures: ${reason}`, { cause: error });
    }
  }
}

type FetchParts = { url: URL; poll: number; dispatcher: Agent } & Pick<SourceSettings, "monotonicMs" | "onWaiting">;

/** The pictures as they come: of a stream each part, of a picture the same address again every `poll` seconds. */
async function* fetchPictures(
  { url, poll, dispatcher, monotonicMs, onWaiting }: FetchParts,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const startMs = monotonicMs();
    const { headers, body } = await get(url, dispatcher, signal);
    const contentType = String(headers["content-type"] ?? "");
    const boundary = multipartBoundary(contentType);
    if (boundary !== undefined) return yield* readParts(body, boundary);
    if (!/^image\//i.test(contentType)) {
      await body.dump();
      throw new SourceError("protocol", `sends ${contentType || "data without a type"}, not pictures: check the path`);
    }
    if (Number(headers["content-length"] ?? 0) > MAX_SNAPSHOT_BYTES) {
      throw new SourceError("protocol", "sends a picture of over 50 MB");
    }
    yield await body.bytes();
    const waitMs = poll * 1000 - (monotonicMs() - startMs);
    onWaiting(true);
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    onWaiting(false);
  }
}

async function get(url: URL, dispatcher: Agent, signal: AbortSignal) {
  const path = `${url.pathname}${url.search}`;
  const target = new URL(path, url.origin);
  const credentials = { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const hasCredentials = credentials.username !== "";
  let response = await request(target, { dispatcher, signal });
  if (response.statusCode === 401 && hasCredentials) {
    const header = authorize(response.headers["www-authenticate"], credentials, { method: "GET", path });
    await response.body.dump();
    if (header === undefined) throw new SourceError("credentials", "supports neither Basic nor Digest credentials");
    response = await request(target, { dispatcher, signal, headers: { authorization: header } });
  }
  if (response.statusCode === 200) return response;
  await response.body.dump();
  throw explainStatus(response.statusCode, hasCredentials);
}
