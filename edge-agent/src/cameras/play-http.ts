import { setTimeout as delay } from "node:timers/promises";
import { decodePercent } from "../base/decode-percent.ts";
import { decodeGrey, decodePicture } from "../base/pictures/decode-picture.ts";
import { askDevice, type DeviceAnswer } from "./ask-device.ts";
import { explainHttpFailure, explainStatus } from "./explain-http-failure.ts";
import { authorize } from "./http-authorization.ts";
import { findBoundary, readParts } from "./multipart.ts";
import { thinTo } from "./pace.ts";
import { readSnapshot, readStart } from "./read-snapshot.ts";
import { SourceError } from "./source-error.ts";
import type { Picture, SourceSettings } from "./source.ts";

/** Below the watchdog's 10 s, so that the failure has a reason. */
const IO_TIMEOUT_MS = 6000;
/** The first bytes of JPEG, PNG, WebP and TIFF, in hexadecimal. */
const PICTURE_START = /^(?:ffd8ff|89504e47|52494646|49492a00|4d4d002a)/;
/** Number of consecutive damaged pictures that count as a fault of the camera, not of one transmission. */
const MAX_DAMAGED = 10;

export type HttpOptions = { poll: number; tls: "verify" | "insecure" };

/** Plays an MJPEG stream, or asks for a picture every `poll` seconds, whichever the camera sends; fails in words. */
export async function* playHttp(
  url: URL,
  { poll, tls }: HttpOptions,
  settings: SourceSettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  try {
    yield* decodeDue(fetchPictures({ url, poll, tls, ...settings }, signal), settings);
  } catch (error) {
    if (signal.aborted) return;
    const { kind, message } = explainHttpFailure(error);
    throw new SourceError(kind, `${url.host} ${message}`, { cause: error });
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

type FetchParts = { url: URL } & HttpOptions & Pick<SourceSettings, "monotonicMs" | "onWaiting">;

/** The pictures as they come: of a stream each part, of a picture the same address again every `poll` seconds. */
async function* fetchPictures(
  { url, poll, tls, monotonicMs, onWaiting }: FetchParts,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const startMs = monotonicMs();
    const answer = await get(url, tls, signal);
    try {
      const contentType = answer.headers["content-type"] ?? "";
      const { start, body } = await readStart(answer.body);
      const boundary = findBoundary(contentType, start);
      if (boundary !== undefined) return yield* readParts(body, boundary);
      // The bytes decide: many cameras state no type, or a wrong one.
      if (!/^image\//i.test(contentType) && !PICTURE_START.test(start.toString("hex", 0, 4))) {
        const sent = contentType || "data without a type";
        throw new SourceError("protocol", `sends ${sent}, not pictures: check the path`);
      }
      yield await readSnapshot(body, answer.statedLength);
    } finally {
      answer.close();
    }
    const waitMs = poll * 1000 - (monotonicMs() - startMs);
    onWaiting(true);
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
    onWaiting(false);
  }
}

async function get(url: URL, tls: HttpOptions["tls"], signal: AbortSignal): Promise<DeviceAnswer> {
  const path = `${url.pathname}${url.search}`;
  const credentials = { username: decodePercent(url.username), password: decodePercent(url.password) };
  const hasCredentials = credentials.username !== "";
  const question = { idleMs: IO_TIMEOUT_MS, rejectUnauthorized: tls === "verify", signal };
  let answer = await askDevice(url, question);
  if (answer.status === 401 && hasCredentials) {
    answer.close();
    const authorization = authorize(answer.headers["www-authenticate"], credentials, { method: "GET", path });
    if (authorization === undefined)
      throw new SourceError("credentials", "supports neither Basic nor Digest credentials");
    answer = await askDevice(url, { ...question, headers: { authorization } });
  }
  if (answer.status === 200) return answer;
  answer.close();
  throw explainStatus(answer.status, hasCredentials);
}
