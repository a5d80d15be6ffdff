import { Scaler } from "node-av/api";
import { AV_FRAME_DATA_DISPLAYMATRIX, AVERROR_EOF } from "node-av/constants";
import { FFmpegError, Frame, Packet } from "node-av/lib";
import type { Stream } from "node-av/lib";
import { createCatchUp } from "./catch-up.ts";
import { deinterlace } from "./deinterlace.ts";
import { fitPicture } from "./fit-picture.ts";
import type { Limits, Size } from "./fit-picture.ts";
import { openVideo } from "./open-video.ts";
import type { OpenOptions, OpenVideo } from "./open-video.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { SourceError } from "./source-error.ts";
import type { Look, Picture } from "./source.ts";
import { turnPicture, turnPixels, turns } from "./turn-picture.ts";
import type { Turn } from "./turn-picture.ts";

export type DecodeOptions = OpenOptions &
  Limits & {
    /** Asked for each decoded picture in turn, with how long it is to be shown; one not wanted is not converted. */
    wants: (ptsMs: number, durationMs: number) => boolean | Promise<boolean>;
    /** Asked about each wanted picture; one that it does not admit is not converted. */
    look: Look | undefined;
    /** Reports what decodes the pictures, at the first of them. */
    onDecoder: (name: string) => void;
    /** Called for each packet of a network camera that is left out because decoding has fallen behind. */
    onLeftOut: () => void;
    monotonicMs: () => number;
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
  for await (const frame of deinterlace(decodeFrames(video, options), video.stream.timeBase)) {
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
async function* decodeFrames(video: OpenVideo, options: DecodeOptions): AsyncGenerator<Frame> {
  const { format, stream, decoder, check } = video;
  const { signal } = options;
  using packet = new Packet();
  packet.alloc();
  using frame = new Frame();
  frame.alloc();
  using downloaded = new Frame();
  downloaded.alloc();
  const isLeftOut = options.isNetwork ? leaveOutLate(stream, options) : () => false;
  const inMemory = fromHardware(video, options, downloaded);
  for (let atEnd = false; !atEnd && !signal.aborted;) {
    const read = await format.readFrame(packet);
    atEnd = read === AVERROR_EOF;
    if (!atEnd) await check(read, "has a read error");
    if (!atEnd && (packet.streamIndex !== stream.index || isLeftOut(packet))) {
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
      yield await inMemory(frame);
      frame.unref();
      downloaded.unref();
    }
  }
}
/** Whether a packet is left out because decoding has fallen behind the stream; see `createCatchUp`. */
function leaveOutLate(
  { timeBase }: Stream,
  { monotonicMs, onLeftOut }: Pick<DecodeOptions, "monotonicMs" | "onLeftOut">,
): (packet: Packet) => boolean {
  const skips = createCatchUp();
  return (packet) => {
    // FFmpeg marks a missing time with the lowest 64-bit integer.
    if (packet.dts <= -(2n ** 62n)) return false;
    const ptsMs = (Number(packet.dts) * 1000 * timeBase.num) / timeBase.den;
    const isSkipped = skips({ ptsMs, isKey: packet.isKeyframe, nowMs: monotonicMs() });
    if (isSkipped) onLeftOut();
    return isSkipped;
  };
}

/**
 * The frame in the machine's memory: what hardware decoded is copied to `downloaded`. Reports at the first frame what
 * decodes; a stream that the hardware leaves to software is an error where that hardware was asked for by name.
 */
function fromHardware(
  { chosen }: OpenVideo,
  { decoder: choice, onDecoder }: DecodeOptions,
  downloaded: Frame,
): (frame: Frame) => Promise<Frame> {
  let isReported = false;
  return async (frame) => {
    const isHardware = frame.isHwFrame();
    if (chosen.hardware && !isHardware && choice !== "auto") {
      throw new SourceError("codec", `cannot be decoded by "${choice}", which does not support this kind of stream`);
    }
    if (!isReported) onDecoder(isHardware ? chosen.name : chosen.name.replace(/^\S+/, "software"));
    isReported = true;
    if (!isHardware) return frame;
    const code = await frame.hwframeTransferData(downloaded);
    if (code < 0) throw new SourceError("codec", `cannot be copied from ${chosen.name}: ${FFmpegError.strerror(code)}`);
    downloaded.copyProps(frame);
    return downloaded;
  };
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
