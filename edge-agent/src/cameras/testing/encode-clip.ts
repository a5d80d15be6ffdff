import { Encoder, Muxer } from "node-av/api";
import { AV_PIX_FMT_YUV420P } from "node-av/constants";
import type { AVCodecID } from "node-av/constants";
import { Codec, Frame, Rational } from "node-av/lib";
import { drawTestPattern } from "../test-pattern.ts";

export type ClipOptions = {
  codec: AVCodecID;
  pictures: number;
  widthPixels?: number;
  heightPixels?: number;
  framesPerSecond?: number;
  /** Width over height of one pixel. */
  pixelAspect?: { num: number; den: number };
  encoderOptions?: Record<string, string>;
  /** Changes a picture before it is encoded. */
  edit?: (frame: Frame) => void;
};

/** Writes a video of the test pattern to `file`, in the format of its extension. */
export async function encodeClip(file: string, options: ClipOptions): Promise<void> {
  const { codec, pictures, widthPixels = 160, heightPixels = 120, framesPerSecond = 10, edit } = options;
  const found = Codec.findEncoder(codec);
  if (!found) throw new Error(`no encoder for codec ${codec}`);
  using encoder = await Encoder.create(found, {
    context: { gopSize: framesPerSecond, maxBFrames: 0, bitRate: "1M" },
    options: options.encoderOptions,
  });
  await using muxer = await Muxer.open(file);
  const track = muxer.addStream(encoder);
  const write = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, track);
      packet.free();
    }
  };
  for (let index = 0; index < pictures; index++) {
    using frame = patternFrame(index, widthPixels, heightPixels);
    frame.pts = BigInt(index);
    frame.timeBase = new Rational(1, framesPerSecond);
    if (options.pixelAspect) frame.sampleAspectRatio = new Rational(options.pixelAspect.num, options.pixelAspect.den);
    edit?.(frame);
    await write(frame);
  }
  await write(null);
}

/** The test pattern in YUV 4:2:0, BT.601, limited range: what cameras send. */
function patternFrame(index: number, width: number, height: number): Frame {
  const rgb = drawTestPattern(index, width, height);
  const luma = Buffer.alloc(width * height);
  const blue = Buffer.alloc((width / 2) * (height / 2));
  const red = Buffer.alloc(blue.length);
  for (let at = 0; at < luma.length; at++) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(at * 3, at * 3 + 3);
    luma[at] = 16 + (65.5 * r + 128.6 * g + 25 * b) / 255;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x % 2 === 1 || y % 2 === 1) continue;
    const chroma = (y / 2) * (width / 2) + x / 2;
    blue[chroma] = 128 + (-37.8 * r - 74.2 * g + 112 * b) / 255;
    red[chroma] = 128 + (112 * r - 93.8 * g - 18.2 * b) / 255;
  }
  return Frame.fromVideoBuffer(Buffer.concat([luma, blue, red]), { width, height, format: AV_PIX_FMT_YUV420P });
}
