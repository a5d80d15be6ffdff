import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Seat } from "./arrival-room.ts";
import type { AppContext } from "./context.ts";

/**
 * Minimum pace of a body of `fromBytes` or more: at least `minBytes`, or its end, in every window. Time in which the
 * sender was kept waiting does not count.
 */
export type Pace = { windowMs: number; minBytes: number; fromBytes: number };

/** Reason why a body was not read to its end. */
export type BodyProblem = "too-large" | "cut" | "no-gzip" | "too-slow" | "no-room";

export type ReadLimits = {
  /** The size of the body, at most `maxBytes`; undefined for one in chunks, or compressed. */
  declaredBytes: number | undefined;
  gunzips: boolean;
  maxBytes: number;
  seat: Seat;
  pace: Pace;
};

/**
 * Reads the whole body, at most `maxBytes` of it, while its seat has room for the arriving bytes. Unread bytes stay in
 * the socket: `startServer` discards them once the reply is written.
 */
export async function readBody(c: AppContext, limits: ReadLimits): Promise<Buffer<ArrayBuffer> | BodyProblem> {
  const { declaredBytes } = limits;
  const sent = bodySource(c);
  if (sent === undefined) return Buffer.alloc(0);
  const source = limits.gunzips ? gunzip(sent) : sent;
  // One buffer where the length is known, so that a large body is in memory once. The system gives its pages as they
  // are written to.
  const body = declaredBytes === undefined ? undefined : Buffer.allocUnsafe(declaredBytes);
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const problem = await readChunks(source, limits, (chunk) => {
    if (body) body.set(chunk, sizeBytes);
    else chunks.push(chunk);
    sizeBytes += chunk.byteLength;
  });
  if (source !== sent) {
    sent.unpipe().pause();
    source.destroy();
  }
  if (problem) return problem;
  if (!body) return Buffer.concat(chunks, sizeBytes);
  return sizeBytes === body.length ? body : "cut";
}

/** The stream of a body: the socket's own, which can be left half read, or that of a request handed in directly. */
export function bodySource(c: AppContext): Readable | undefined {
  const incoming = c.env?.incoming;
  if (incoming) return incoming;
  return c.req.raw.body ? Readable.fromWeb(c.req.raw.body) : undefined;
}

/** A body before its compression. An error of the one ends the other, whose rest stays in the socket. */
function gunzip(sent: Readable): Readable {
  const source = createGunzip();
  const onEarlyClose = () => sent.readableEnded || source.destroy();
  return sent.on("close", onEarlyClose).on("error", onEarlyClose).pipe(source);
}

/** Returns true if an error is from zlib: the data is not gzip, or incomplete. */
const isGzipError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");

/** Hands over chunks until the end; resolves to what ended it before, undefined when nothing did. */
function readChunks(
  source: Readable,
  { declaredBytes, maxBytes, seat, pace }: ReadLimits,
  keep: (chunk: Uint8Array) => void,
): Promise<BodyProblem | undefined> {
  const { promise, resolve } = Promise.withResolvers<BodyProblem | undefined>();
  const isBound = () => (declaredBytes ?? sizeBytes) >= pace.fromBytes;
  const clock = createPaceClock(pace, () => isBound() && finish("too-slow"));
  let sizeBytes = 0;
  const onData = (chunk: Uint8Array) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) return finish("too-large");
    clock.arrived(chunk.byteLength);
    keep(chunk);
    const room = seat.take(chunk.byteLength);
    if (room === false) return finish("no-room");
    if (room !== true) void waitFor(room);
  };
  const waitFor = async (room: Promise<boolean>) => {
    source.pause();
    clock.pause();
    // False only when the seat was left, which ends the reading anyway.
    if (!(await room) || isOver) return;
    clock.restart();
    source.resume();
  };
  const onEnd = () => finish(undefined);
  const onCut = (error?: unknown) => finish(isGzipError(error) ? "no-gzip" : "cut");
  let isOver = false;
  const finish = (problem: BodyProblem | undefined) => {
    if (isOver) return;
    isOver = true;
    clock.pause();
    source.off("data", onData).off("end", onEnd).off("close", onCut);
    source.pause();
    if (problem === undefined) seat.complete();
    resolve(problem);
  };
  source.on("data", onData).on("end", onEnd).on("close", onCut);
  // Stays, since a connection may break after the reading has ended, too.
  source.on("error", onCut);
  if (source.destroyed) onCut();
  return promise;
}

/** Calls `onLate` after every window in which too little has arrived. */
function createPaceClock({ windowMs, minBytes }: Pace, onLate: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let windowBytes = 0;
  const restart = () => {
    clearTimeout(timer);
    windowBytes = 0;
    timer = setTimeout(() => {
      const isLate = windowBytes < minBytes;
      restart();
      if (isLate) onLate();
    }, windowMs);
  };
  restart();
  return {
    arrived: (sizeBytes: number) => void (windowBytes += sizeBytes),
    pause: () => clearTimeout(timer),
    restart,
  };
}

/** The `Content-Length` of a request; undefined when it sends in chunks. */
export function declaredLength(c: AppContext): number | undefined {
  const header = c.req.header("Content-Length");
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}
