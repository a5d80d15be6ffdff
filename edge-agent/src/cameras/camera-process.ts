import { finishPictures } from "./finish-pictures.ts";
import { openFullSize } from "./full-size.ts";
import type { FullSize } from "./full-size.ts";
import { createHandOver } from "./hand-over.ts";
import type { CapturedPicture, HandOver } from "./hand-over.ts";
import { createInspection, type Inspection } from "./inspect-pictures.ts";
import { readMessageToProcess } from "./process-messages.ts";
import type { MessageToAgent, MessageToProcess } from "./process-messages.ts";
import { SourceError } from "./source-error.ts";
import { parseCameraUrl } from "./sources.ts";

/**
 * The child process of one camera: plays the requested source and sends one picture for each request. It is started by
 * `run-camera-process.ts` and ends when the source ends or fails, on a close message, or when the agent has ended.
 */

const PROGRESS_INTERVAL_MS = 500;
/** Time in ms for the source to close; after that the process exits, even if FFmpeg is still waiting. */
const CLOSE_WITHIN_MS = 700;

const monotonicMs = () => performance.now();
const closing = new AbortController();
let handOver: HandOver | undefined;
let inspection: Inspection | undefined;
let isWaiting = false;
let decodedBy: string | null = null;
let leftOut = 0;
let fullSize: FullSize | undefined;

process.on("message", (raw) => {
  const message = readMessageToProcess(raw);
  if (message.type === "open") void play(message);
  else if (message.type === "next") handOver?.request();
  else if (message.type === "idle") inspection?.setIdle(message.isIdle);
  else if (message.type === "forget-view") inspection?.forgetView();
  else if (message.type === "full-picture") void sendFullPicture(message);
  else close();
});
// The agent has ended, for whatever reason.
process.on("disconnect", close);
// Ctrl-C and service managers signal the whole group; the agent decides when cameras stop.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});

type OpenMessage = Extract<MessageToProcess, { type: "open" }>;

async function play(open: OpenMessage): Promise<void> {
  const reporting = setInterval(reportProgress, PROGRESS_INTERVAL_MS);
  const last = await playToItsEnd(open).catch((error: unknown): MessageToAgent => ({
    type: "failed",
    message: `${open.subStream === undefined ? "" : "sub-stream: "}${error instanceof Error ? error.message : String(error)}`,
    kind: error instanceof SourceError ? error.kind : "other",
  }));
  clearInterval(reporting);
  send(last, () => {
    if (process.connected) process.disconnect();
  });
}

async function playToItsEnd(open: OpenMessage): Promise<MessageToAgent> {
  const { stateFile, motion, health, decoder, ...settings } = open;
  const url = open.subStream ?? open.url;
  const parsed = parseCameraUrl(url);
  if (!parsed.ok) return { type: "failed", message: parsed.problem, kind: "other" };
  const { source } = parsed;
  handOver = createHandOver({ pace: source.pace, monotonicMs, signal: closing.signal, send: sendPicture });
  inspection = createInspection({
    motion: source.pace === "live" ? motion : undefined,
    health: source.isCamera ? health : undefined,
    setUp: { ...open, url },
    onSkip: () => handOver?.skip(),
    onWarning: (message) => send({ type: "warning", message }),
  });
  // Opened only now: a picture may be requested during this.
  fullSize = await openFullSize(open, source, { monotonicMs, random: Math.random, signal: closing.signal });
  const { maxWidthPixels, takePackets } = fullSize;
  const surroundings = {
    monotonicMs,
    decoder,
    onDecoder: (name: string) => {
      decodedBy = name;
    },
    onLeftOut: () => {
      leftOut += 1;
    },
    look: inspection.look,
    takePackets,
    onWaiting: (waits: boolean) => {
      isWaiting = waits;
    },
    onWarning: (message: string) => send({ type: "warning", message }),
    stateFile,
  };
  const finished = finishPictures(source, { ...settings, maxWidthPixels }, surroundings, closing.signal);
  for await (const picture of finished) {
    const put = handOver.put({ ...picture, ...fullSize.relate(picture) });
    if (handOver.counts().captured === 1) reportProgress();
    await put;
    if (closing.signal.aborted) break;
  }
  await handOver.drained();
  return { type: "ended" };
}

function sendPicture({ capturedAtMs, ...picture }: CapturedPicture): void {
  send({ type: "picture", ageMs: monotonicMs() - capturedAtMs, ...picture });
}

async function sendFullPicture({
  request,
  arrivedAtMs,
}: Extract<MessageToProcess, { type: "full-picture" }>): Promise<void> {
  try {
    if (!fullSize) throw new Error("the camera's process has not begun");
    const { widthPixels, heightPixels, rgb } = await fullSize.at(arrivedAtMs);
    send({ type: "full-picture", request, widthPixels, heightPixels, rgb });
  } catch (error) {
    send({ type: "no-full-picture", request, message: error instanceof Error ? error.message : String(error) });
  }
}

function reportProgress(): void {
  if (!handOver) return;
  const { lastCaptureAtMs, waiting, ...counts } = handOver.counts();
  const atMs = monotonicMs();
  const { quiet = false, faults = [] } = inspection?.state() ?? {};
  const sinceCaptureMs = lastCaptureAtMs === null ? null : atMs - lastCaptureAtMs;
  send({
    type: "progress",
    atMs,
    sinceCaptureMs,
    quiet,
    faults,
    leftOut,
    decoder: decodedBy,
    waiting: waiting || isWaiting,
    mainStream: fullSize?.mainStream() ?? null,
    ...counts,
  });
}

/** A message that cannot be sent is dropped: the agent has ended then, which "disconnect" also reports. */
function send(message: MessageToAgent, then: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, then);
}

function close(): void {
  if (closing.signal.aborted) return;
  closing.abort();
  // SIGKILL to itself: process.exit would wait for FFmpeg's threads, and one of them may be what hangs.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), CLOSE_WITHIN_MS).unref();
}
