import { Scaler } from "node-av/api";
import { SWS_FAST_BILINEAR } from "node-av/constants";
import type { Frame, Packet, Stream } from "node-av/lib";
import { createCatchUp } from "./catch-up.ts";
import { convertFrame, copyGrey } from "./convert-frame.ts";
import { decodeFrames } from "./decode-frames.ts";
import { deinterlace } from "./deinterlace.ts";
import type { Limits } from "./fit-picture.ts";
import { openDecoder, openStream, readPackets } from "./open-video.ts";
import type { OpenOptions } from "./open-video.ts";
import type { Look, Picture, TakePackets } from "./source.ts";

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
    /** Takes each packet, also one that is left out. */
    takePackets?: TakePackets | undefined;
    monotonicMs: () => number;
    /** See `chooseDecoder`. */
    decoder: string;
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
  await using video = await openStream(input, options);
  const { stream } = video;
  using decoder = await openDecoder(stream.codecpar, options.decoder);
  using scaler = new Scaler();
  using sampler = new Scaler({ flags: SWS_FAST_BILINEAR });
  const timestamps = createTimestamps(stream);
  const arrivals = createArrivals();
  const packets = admitted(readPackets(video, options.signal), stream, { ...options, arrivals });
  for await (const frame of deinterlace(decodeFrames(packets, decoder, options.onDecoder), stream.timeBase)) {
    const { ptsMs, durationMs } = timestamps(frame);
    if (!(await options.wants(ptsMs, durationMs))) continue;
    const arrivedAtMs = arrivals.of(frame.bestEffortTimestamp);
    if (options.look && !(await options.look(ptsMs, (width) => copyGrey(sampler, frame, width)))) continue;
    yield { ptsMs, arrivedAtMs, ...(await convertFrame(scaler, frame, options)) };
  }
}

/** The packets of a stream that are to be decoded; notes when those of a network camera arrived. */
async function* admitted(
  packets: AsyncIterable<Packet | null>,
  stream: Stream,
  options: Pick<DecodeOptions, "isNetwork" | "monotonicMs" | "onLeftOut" | "takePackets"> & { arrivals: Arrivals },
): AsyncGenerator<Packet | null> {
  const isLeftOut = leaveOutLate(stream, options);
  const take = options.takePackets?.(stream);
  for await (const packet of packets) {
    if (packet && options.isNetwork) {
      const arrivedAtMs = options.monotonicMs();
      options.arrivals.note(packet.pts, arrivedAtMs);
      take?.(packet, arrivedAtMs);
      if (isLeftOut(packet)) continue;
    }
    yield packet;
  }
}

/** Decoders output pictures later than their packets, and in another order. */
const MAX_PENDING = 64;

type Arrivals = ReturnType<typeof createArrivals>;

/** Remembers when packets arrived, by their time in the stream, until their pictures are decoded. */
function createArrivals() {
  const arrivals = new Map<bigint, number>();
  return {
    note(pts: bigint, atMs: number): void {
      arrivals.set(pts, atMs);
      const [oldest] = arrivals.keys();
      if (arrivals.size > MAX_PENDING && oldest !== undefined) arrivals.delete(oldest);
    },
    of: (pts: bigint) => arrivals.get(pts),
  };
}

/** Returns a predicate for packets to leave out because decoding has fallen behind; see `createCatchUp`. */
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
