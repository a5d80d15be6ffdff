import { FFmpegError, Frame } from "node-av/lib";
import type { Packet } from "node-av/lib";
import type { OpenDecoder } from "./open-video.ts";
import { SourceError } from "./source-error.ts";

/**
 * Decodes packets; null drains the frames that the decoder holds back. Skips damaged pictures. Yields the same Frame
 * object each time, its content replaced: valid until the next step. Reports the decoder at the first frame.
 */
export async function* decodeFrames(
  packets: AsyncIterable<Packet | null> | Iterable<Packet | null>,
  decoder: OpenDecoder,
  onDecoder: (name: string) => void,
): AsyncGenerator<Frame> {
  const { context } = decoder;
  using frame = new Frame();
  frame.alloc();
  using downloaded = new Frame();
  downloaded.alloc();
  const inMemory = fromHardware(decoder, onDecoder, downloaded);
  for await (const packet of packets) {
    // A packet the decoder refuses is a damaged one: the next may be whole.
    if ((await context.sendPacket(packet)) < 0) continue;
    for (;;) {
      // Negative: it needs the next packet, is at the end, or found damage; the next packet may be intact.
      if ((await context.receiveFrame(frame)) < 0) break;
      yield await inMemory(frame);
      frame.unref();
      downloaded.unref();
    }
  }
}

/**
 * The frame in the machine's memory: what hardware decoded is copied to `downloaded`. Reports at the first frame what
 * decodes; a stream that the hardware leaves to software is an error where that hardware was asked for by name.
 */
function fromHardware(
  { chosen, choice }: OpenDecoder,
  onDecoder: (name: string) => void,
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
