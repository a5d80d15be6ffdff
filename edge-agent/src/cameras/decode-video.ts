import { Scaler } from "node-av/api";
import { AV_FRAME_DATA_DISPLAYMATRIX, AVERROR_EOF } from "node-av/constants";
import { Frame, Packet } from "node-av/lib";
import type { Stream } from "node-av/lib";
import { deinterlace } from "./deinterlace.ts";
import { fitPicture } from "./fit-picture.ts";
import type { Limits, Size } from "./fit-picture.ts";
import { openVideo } from "./open-video.ts";
import type { OpenOptions, OpenVideo } from "./open-video.ts";
import type { GreyPicture } from "./grey-picture.ts";
import type { Look, Picture } from "./source.ts";
import { turnPicture, turnPixels, turns } from "./turn-picture.ts";
import type { Turn } from "./turn-picture.ts";

export type DecodeOptions = OpenOptions &
  Limits & {
    /** Asked for each decoded picture in turn, with how long it is to be shown; one not wanted is not converted. */
    wants: (ptsMs: number, durationMs: number) => boolean | Promise<boolean>;
    /** Asked about each wanted picture; one that it does not admit is not converted. */
    look: Look | undefined;
    signal: AbortSignal;
  };

/** A stream that carries no frame rate is taken for this one when timestamps are missing. */
const FALLBACK_FRAMES_PER_SECOND = 25;

/**
 * Decodes the first video stream of what FFmpeg finds at `input`, from its beginning, in the order of display; `ptsMs`
 * counts from 0. Pictures are upright (by the stream's display matrix), have square pixels and no interlacing. Damaged
 * pictures within a readable stream are left out. Throws when the input cannot be opened, has no video, or fails with a
 * read error; frees all native memory however it ends.
 */
export async function* decodeVideo(input: string, options: DecodeOptions): AsyncGenerator<Picture> {
  await using video = await openVideo(input, options);
  using scaler = new Scaler();
  const timestamps = createTimestamps(video.stream);
  for await (const frame of deinterlace(decodeFrames(video, options.signal), video.stream.timeBase)) {
    const { ptsMs, durationMs } = timestamps(frame);
    if (!(await options.wants(ptsMs, durationMs))) continue;
    const turn = turnOf(frame);
    if (options.look && !(await options.look(ptsMs, (width) => copyGrey(scaler, frame, turn, width)))) continue;
    const { width, height } = fitPicture(squarePixels(frame), turn % 180 === 0 ? options : turnLimits(options));
    const rgb = await scaler.toBuffer(frame, { resize: { width, height }, format: "rgb" });
    yield turnPicture({ ptsMs, widthPixels: width, heightPixels: height, rgb }, turn);
  }
}

const turnLimits = ({ maxWidthPixels, maxHeightPixels }: Limits): Limits => ({
  maxWidthPixels: maxHeightPixels,
  maxHeightPixels: maxWidthPixels,
});

/** The size at which the frame's picture has square pixels: the longer side of a pixel is stretched to. */
function squarePixels({ width, height, sampleAspectRatio: { num, den } }: Frame): Size {
  if (num <= 0 || den <= 0 || num === den) return { width, height };
  return num > den ? { width: (width * num) / den, height } : { width, height: (height * den) / num };
}

/** How far the stream asks to turn its pictures, clockwise; other turns than quarter ones, and mirrors, are ignored. */
function turnOf(frame: Frame): Turn {
  const matrix = frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 36) return 0;
  const degrees = (Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI;
  return turns.find((turn) => Math.abs(turn - ((degrees + 360) % 360)) < 1) ?? 0;
}

function copyGrey(scaler: Scaler, frame: Frame, turn: Turn, maxWidthPixels: number): GreyPicture {
  const limits = { maxWidthPixels, maxHeightPixels: undefined };
  const { width, height } = fitPicture(frame, turn % 180 === 0 ? limits : turnLimits(limits));
  const pixels = scaler.toBufferSync(frame, { resize: { width, height }, format: "gray" });
  const { pixels: levels, ...size } = turnPixels(
    { widthPixels: width, heightPixels: height, pixels, channels: 1 },
    turn,
  );
  return { ...size, levels };
}

/** The same Frame object each time, its content replaced: valid until the next step. */
async function* decodeFrames(
  { format, stream, decoder, check }: OpenVideo,
  signal: AbortSignal,
): AsyncGenerator<Frame> {
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  for (let atEnd = false; !atEnd && !signal.aborted;) {
    const read = await format.readFrame(packet);
    atEnd = read === AVERROR_EOF;
    if (!atEnd) await check(read, "has a read error");
    if (!atEnd && packet.streamIndex !== stream.index) {
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
