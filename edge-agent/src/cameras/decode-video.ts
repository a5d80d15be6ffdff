import { Scaler } from "node-av/api";
import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from "node-av/constants";
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, Frame, Packet } from "node-av/lib";
import type { Stream } from "node-av/lib";
import { GREY_WIDTH_PIXELS } from "./motion-gate.ts";
import type { Look, Picture } from "./source.ts";

export type DecodeOptions = {
  /** FFmpeg's options for opening the input, by their FFmpeg names. */
  openOptions: Record<string, string>;
  maxWidthPixels: number | undefined;
  /** Asked for each decoded picture in turn, with how long it is to be shown; one not wanted is not converted. */
  wants: (ptsMs: number, durationMs: number) => boolean | Promise<boolean>;
  /** Asked about each wanted picture, in a small grey copy; one that it does not admit is not converted. */
  look: Look | undefined;
  signal: AbortSignal;
};

/** A stream that carries no frame rate is taken for this one when timestamps are missing. */
const FALLBACK_FRAMES_PER_SECOND = 25;

/**
 * Decodes the first video stream of what FFmpeg finds at `input`, from its beginning, in the order of display; `ptsMs`
 * counts from 0. Damaged pictures within a readable file are left out. Throws when the input cannot be opened, has no
 * video, or fails with a read error; frees all native memory however it ends.
 */
export async function* decodeVideo(input: string, options: DecodeOptions): AsyncGenerator<Picture> {
  await using format = new FormatContext();
  using openOptions = Dictionary.fromObject(options.openOptions);
  check(await format.openInput(input, null, openOptions), "cannot be opened as a video");
  check(await format.findStreamInfo(), "has no readable streams");
  refusePictures(format.iformat?.name ?? "");
  const index = format.findBestStream(AVMEDIA_TYPE_VIDEO);
  const stream = index < 0 ? undefined : format.streams[index];
  if (!stream) throw new Error("contains no video stream");
  using decoder = await openDecoder(stream);
  using scaler = new Scaler();
  const timestamps = createTimestamps(stream);
  for await (const frame of decodeFrames(format, stream.index, decoder, options.signal)) {
    const { ptsMs, durationMs } = timestamps(frame);
    if (!(await options.wants(ptsMs, durationMs))) continue;
    if (options.look && !admits(options.look, scaler, frame, ptsMs)) continue;
    const { width, height } = fitWidth(frame, options.maxWidthPixels);
    const rgb = await scaler.toBuffer(frame, { resize: { width, height }, format: "rgb" });
    yield { ptsMs, widthPixels: width, heightPixels: height, rgb };
  }
}

function check(code: number, what: string): void {
  if (code < 0) throw new Error(`${what}: ${FFmpegError.strerror(code)}`);
}

/** FFmpeg opens a still image as a video of one picture, which is a mistake in the configuration. */
function refusePictures(formatName: string): void {
  if (/_pipe$|^image2/.test(formatName)) throw new Error(`is a still image (${formatName.split("_")[0]}), not a video`);
}

async function openDecoder(stream: Stream): Promise<CodecContext> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new Error("uses an unsupported codec");
  const decoder = new CodecContext();
  try {
    decoder.allocContext3(codec);
    check(decoder.parametersToContext(stream.codecpar), "has invalid codec parameters");
    // One thread per camera: the cameras share the cores among themselves.
    decoder.threadCount = 1;
    check(await decoder.open2(codec, null), "cannot be decoded");
    return decoder;
  } catch (error) {
    decoder.freeContext();
    throw error;
  }
}

function admits(look: Look, scaler: Scaler, frame: Frame, ptsMs: number): boolean {
  if (!look.isDue(ptsMs)) return false;
  const { width, height } = fitWidth(frame, GREY_WIDTH_PIXELS);
  const levels = scaler.toBufferSync(frame, { resize: { width, height }, format: "gray" });
  return look.admits({ widthPixels: width, heightPixels: height, levels }, ptsMs);
}

/** The same Frame object each time, its content replaced: valid until the next step. */
async function* decodeFrames(
  format: FormatContext,
  streamIndex: number,
  decoder: CodecContext,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  for (let atEnd = false; !atEnd && !signal.aborted;) {
    const read = await format.readFrame(packet);
    atEnd = read === AVERROR_EOF;
    if (!atEnd) check(read, "has a read error");
    if (!atEnd && packet.streamIndex !== streamIndex) {
      packet.unref();
      continue;
    }
    // A packet the decoder refuses is a damaged one: the next may be whole. Null drains what it holds back.
    const sent = await decoder.sendPacket(atEnd ? null : packet);
    packet.unref();
    if (sent < 0) continue;
    for (;;) {
      // Negative: it needs the next packet, is at the end, or found damage; the next packet may be intact.
      if ((await decoder.receiveFrame(frame)) < 0) break;
      yield frame;
      frame.unref();
    }
  }
}

/** Times of display in milliseconds from 0, strictly increasing even where the file's own are missing or go back. */
function createTimestamps(stream: Stream): (frame: Frame) => { ptsMs: number; durationMs: number } {
  const unitMs = (1000 * stream.timeBase.num) / stream.timeBase.den;
  const rate = stream.avgFrameRate.num > 0 ? stream.avgFrameRate.num / stream.avgFrameRate.den : 0;
  const usualMs = 1000 / (rate > 0 && Number.isFinite(rate) ? rate : FALLBACK_FRAMES_PER_SECOND);
  let firstMs: number | undefined;
  let expectedMs = 0;
  let lastMs = -1;
  return (frame) => {
    // FFmpeg marks a missing time with the lowest 64-bit integer.
    const known = frame.bestEffortTimestamp > -(2n ** 62n);
    const ownMs = Number(frame.bestEffortTimestamp) * unitMs;
    if (known) firstMs ??= ownMs;
    const ptsMs = known && ownMs - (firstMs ?? 0) > lastMs ? ownMs - (firstMs ?? 0) : expectedMs;
    const durationMs = frame.duration > 0n ? Number(frame.duration) * unitMs : usualMs;
    lastMs = ptsMs;
    expectedMs = ptsMs + durationMs;
    return { ptsMs, durationMs };
  };
}

function fitWidth(frame: Frame, maxWidthPixels: number | undefined): { width: number; height: number } {
  if (maxWidthPixels === undefined || frame.width <= maxWidthPixels) return frame;
  return { width: maxWidthPixels, height: Math.max(1, Math.round((frame.height * maxWidthPixels) / frame.width)) };
}
