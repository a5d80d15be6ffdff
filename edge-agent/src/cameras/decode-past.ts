import { Scaler } from "node-av/api";
import { convertFrame } from "./convert-frame.ts";
import { decodeFrames } from "./decode-frames.ts";
import { deinterlace } from "./deinterlace.ts";
import type { Limits } from "./fit-picture.ts";
import type { PicturePackets } from "./kept-packets.ts";
import { openDecoder } from "./open-video.ts";
import { SourceError } from "./source-error.ts";
import type { Picture } from "./source.ts";

export type PastPicture = Pick<Picture, "widthPixels" | "heightPixels" | "rgb">;

/**
 * Decodes one picture from the packets up to it, with a separate decoder, and frees them. Throws a SourceError when it
 * is damaged or its codec is not supported.
 */
export async function decodePast(
  { parameters, timeBase, packets, pts }: PicturePackets,
  { decoder: choice, ...limits }: Limits & { decoder: string },
): Promise<PastPicture> {
  try {
    using decoder = await openDecoder(parameters, choice);
    using scaler = new Scaler();
    const frames = decodeFrames([...packets, null], decoder, () => {});
    for await (const frame of deinterlace(frames, timeBase)) {
      if (frame.bestEffortTimestamp === pts) return await convertFrame(scaler, frame, limits);
    }
  } finally {
    for (const packet of packets) packet.free();
  }
  throw new SourceError("codec", "sent a picture that is damaged");
}
