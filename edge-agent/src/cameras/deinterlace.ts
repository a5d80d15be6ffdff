import { FilterAPI } from "node-av/api";
import { AV_FRAME_FLAG_INTERLACED } from "node-av/constants";
import { Rational } from "node-av/lib";
import type { Frame, IRational } from "node-av/lib";

/** Interlaced frames become whole pictures, one for each frame; progressive ones pass as they are. */
const FILTER = "bwdif=mode=send_frame:deint=interlaced";

/**
 * The frames without interlacing, with their times in the stream's `timeBase`; valid until the next step. Costs nothing
 * until the stream marks a frame as interlaced.
 */
export async function* deinterlace(frames: AsyncIterable<Frame>, timeBase: IRational): AsyncGenerator<Frame> {
  let filter: FilterAPI | undefined;
  try {
    for await (const frame of frames) {
      if (!filter && !frame.hasFlags(AV_FRAME_FLAG_INTERLACED)) {
        yield frame;
        continue;
      }
      filter ??= FilterAPI.create(FILTER);
      frame.timeBase = new Rational(timeBase.num, timeBase.den);
      frame.pts = frame.bestEffortTimestamp;
      yield* passOn(await filter.processAll(frame), timeBase);
    }
    // The filter looks one frame ahead.
    if (filter) yield* passOn(await filter.processAll(null), timeBase);
  } finally {
    filter?.close();
  }
}

function* passOn(frames: Frame[], { num, den }: IRational): Generator<Frame> {
  for (const frame of frames) {
    const own = frame.timeBase;
    const inStreamTime = (time: bigint) => (time * BigInt(own.num * den)) / BigInt(own.den * num);
    frame.bestEffortTimestamp = inStreamTime(frame.pts);
    frame.duration = inStreamTime(frame.duration);
    yield frame;
    frame.free();
  }
}
