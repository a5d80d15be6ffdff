import { AVMEDIA_TYPE_VIDEO } from "node-av/constants";
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, InputFormat } from "node-av/lib";
import type { Stream } from "node-av/lib";
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
  /** See `chooseDecoder`. */
  decoder: string;
};

export type OpenVideo = {
  format: FormatContext;
  stream: Stream;
  decoder: CodecContext;
  /** What decodes it. */
  chosen: ChosenDecoder;
  /** Throws for a negative code of FFmpeg. */
  check: (code: number, what: string) => Promise<void>;
} & AsyncDisposable;

/** Opens the first video stream of what FFmpeg finds at `input`, and its decoder; throws a SourceError. */
export async function openVideo(
  input: string,
  { openOptions, format: formatName, isNetwork, decoder: choice }: OpenOptions,
): Promise<OpenVideo> {
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
  const chosen = chooseDecoder(choice, stream.codecpar.codecId);
  stack.defer(() => chosen.hardware?.dispose());
  const decoder = stack.use(await openDecoder(stream, chosen));
  const owned = stack.move();
  return { format, stream, decoder, chosen, check, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** FFmpeg opens a still image as a video of one picture, which is a mistake in the configuration. */
function refusePictures(formatName: string): void {
  if (/_pipe$|^image2/.test(formatName)) {
    throw new SourceError("codec", `is a still image (${formatName.split("_")[0]}), not a video`);
  }
}

async function openDecoder(stream: Stream, { hardware }: ChosenDecoder): Promise<CodecContext> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec) throw new SourceError("codec", "uses an unsupported codec");
  const decoder = new CodecContext();
  const check = (code: number, what: string) => {
    if (code < 0) throw new SourceError("codec", `${what}: ${FFmpegError.strerror(code)}`);
  };
  try {
    decoder.allocContext3(codec);
    check(decoder.parametersToContext(stream.codecpar), "has invalid codec parameters");
    // One thread per camera: the cameras share the cores among themselves.
    decoder.threadCount = 1;
    if (hardware) {
      decoder.hwDeviceCtx = hardware.deviceContext;
      decoder.setHardwarePixelFormat(hardware.devicePixelFormat);
    }
    check(await decoder.open2(codec, null), "cannot be decoded");
    return decoder;
  } catch (error) {
    decoder.freeContext();
    throw error;
  }
}
