import { AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from "node-av/constants";
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, InputFormat, Packet } from "node-av/lib";
import type { CodecParameters, Stream } from "node-av/lib";
import { chooseDecoder } from "./choose-decoder.ts";
import type { ChosenDecoder } from "./choose-decoder.ts";
import { collectVideoLog, explainVideoFailure } from "./explain-video-failure.ts";
import { SourceError } from "./source-error.ts";

export type OpenOptions = {
  /** FFmpeg's options for opening the input, by their FFmpeg names. */
  openOptions: Record<string, string>;
  /** FFmpeg's name of the format, where the input does not show it: `v4l2`. */
  format?: string | undefined;
  /**
   * A network camera describes its streams itself: they are not probed, which would cost seconds, and failures are
   * explained by FFmpeg's log.
   */
  isNetwork?: boolean | undefined;
};

/** A stream that is read and not decoded. */
export type OpenStream = {
  format: FormatContext;
  stream: Stream;
  /** Throws for a negative code of FFmpeg. */
  check: (code: number, what: string) => Promise<void>;
} & AsyncDisposable;

export type OpenDecoder = {
  context: CodecContext;
  /** Decoder in use. */
  chosen: ChosenDecoder;
  /** Requested decoder; see `chooseDecoder`. */
  choice: string;
} & Disposable;

/** Opens the first video stream of what FFmpeg finds at `input`; throws a SourceError. */
export async function openStream(
  input: string,
  { openOptions, format: formatName, isNetwork }: OpenOptions,
): Promise<OpenStream> {
  await using stack = new AsyncDisposableStack();
  const format = stack.use(new FormatContext());
  using dictionary = Dictionary.fromObject(openOptions);
  collectVideoLog();
  const check = async (code: number, what: string) => {
    if (code >= 0) return;
    if (isNetwork) throw await explainVideoFailure(code);
    throw new SourceError("other", `${what}: ${FFmpegError.strerror(code)}`);
  };
  const inputFormat = formatName === undefined ? null : InputFormat.findInputFormat(formatName);
  await check(await format.openInput(input, inputFormat, dictionary), "cannot be opened as a video");
  if (!isNetwork) await check(await format.findStreamInfo(), "has no readable streams");
  if (formatName === undefined) refusePictures(format.iformat?.name ?? "");
  const index = format.findBestStream(AVMEDIA_TYPE_VIDEO);
  const stream = index < 0 ? undefined : format.streams[index];
  if (!stream) throw new SourceError("codec", "contains no video stream");
  const owned = stack.move();
  return { format, stream, check, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * The stream's packets until `signal` aborts, and null at its end: the same Packet object each time, valid until the
 * next step. Throws on a read error.
 */
export async function* readPackets(
  { format, stream, check }: OpenStream,
  signal: AbortSignal,
): AsyncGenerator<Packet | null> {
  using packet = new Packet();
  packet.alloc();
  while (!signal.aborted) {
    const read = await format.readFrame(packet);
    if (read === AVERROR_EOF) {
      yield null;
      return;
    }
    await check(read, "has a read error");
    if (packet.streamIndex === stream.index) yield packet;
    packet.unref();
  }
}

/** FFmpeg opens a still image as a video of one picture, which is a mistake in the configuration. */
function refusePictures(formatName: string): void {
  if (/_pipe$|^image2/.test(formatName)) {
    throw new SourceError("codec", `is a still image (${formatName.split("_")[0]}), not a video`);
  }
}

/** Opens what decodes a stream of these parameters; throws a SourceError. */
export async function openDecoder(parameters: CodecParameters, choice: string): Promise<OpenDecoder> {
  using stack = new DisposableStack();
  const chosen = chooseDecoder(choice, parameters.codecId);
  stack.defer(() => chosen.hardware?.dispose());
  const codec = Codec.findDecoder(parameters.codecId);
  if (!codec) throw new SourceError("codec", "uses an unsupported codec");
  const context = stack.adopt(new CodecContext(), (opened) => opened.freeContext());
  const check = (code: number, what: string) => {
    if (code < 0) throw new SourceError("codec", `${what}: ${FFmpegError.strerror(code)}`);
  };
  context.allocContext3(codec);
  check(context.parametersToContext(parameters), "has invalid codec parameters");
  // One thread per camera: the cameras share the cores among themselves.
  context.threadCount = 1;
  if (chosen.hardware) {
    context.hwDeviceCtx = chosen.hardware.deviceContext;
    context.setHardwarePixelFormat(chosen.hardware.devicePixelFormat);
  }
  check(await context.open2(codec, null), "cannot be decoded");
  const owned = stack.move();
  return { context, chosen, choice, [Symbol.dispose]: () => owned.dispose() };
}
