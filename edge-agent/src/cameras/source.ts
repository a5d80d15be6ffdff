import type { Packet, Stream } from "node-av/lib";
import { z } from "zod";
import type { GreyPicture } from "./grey-picture.ts";

/** One picture as a source hands it over, inside the camera's process. */
export type Picture = {
  /** Time in the source's own count, milliseconds from 0, strictly increasing (a loop keeps counting). */
  ptsMs: number;
  widthPixels: number;
  heightPixels: number;
  /** RGB, 8 bits per channel, rows without padding: width × height × 3 bytes. */
  rgb: Uint8Array;
  /** Arrival time of its packet on the process's monotonic clock, for a picture of a video over RTSP. */
  arrivedAtMs?: number | undefined;
  /** Width before it was scaled down as a multiple of its present width, for a picture of a video. */
  fullScale?: number | undefined;
  /** Names the file that the picture was read from, where each picture is one. */
  key?: string;
};

/**
 * Takes in the packets of a stream, with the times of their arrival on the process's monotonic clock; each call begins
 * a stream, and the returned function takes a packet of it.
 */
export type TakePackets = (stream: Stream) => (packet: Packet, arrivedAtMs: number) => void;

/** Makes a small grey copy of a picture, of the width given; smaller pictures keep their size. */
type CopyGrey = (widthPixels: number) => GreyPicture | Promise<GreyPicture>;

/** Looks at a picture before it is converted, and decides whether it is worth that. */
export type Look = (ptsMs: number, copyGrey: CopyGrey) => Promise<boolean>;

/** Settings that the agent passes to every source, whatever its kind. */
export type SourceSettings = {
  /** Larger pictures are scaled down to fit, keeping their shape. */
  maxWidthPixels: number | undefined;
  maxHeightPixels: number | undefined;
  framesPerSecond: number | undefined;
  /**
   * A source of video or of a stream of pictures skips those that it does not admit; others ignore it. Not for sources
   * that wait for their consumer.
   */
  look: Look | undefined;
  /**
   * Takes the packets of a stream as well, so that its pictures can be decoded again. Only a source that can be read
   * without decoding calls it.
   */
  takePackets: TakePackets | undefined;
  /** Requested decoder of a video stream; see `chooseDecoder`. */
  decoder: string;
  /** Reports the decoder of a stream once it is known. */
  onDecoder: (name: string) => void;
  /** A picture of a live stream was left out undecoded, because the machine had fallen behind. */
  onLeftOut: () => void;
  /** Monotonic clock, milliseconds, for sources that play at their own speed. */
  monotonicMs: () => number;
  /** Reports that the source waits and no picture is due, so that the watchdog does not take it for hanging. */
  onWaiting: (isWaiting: boolean) => void;
  /** Reports a problem that does not end the source, in words for the technician. */
  onWarning: (message: string) => void;
  /** Path of the file in which a source records its progress; undefined: kept in memory until the process ends. */
  stateFile: string | undefined;
};

/** A checked camera URL, not opened yet; making one touches neither disk nor network. */
export type Source = {
  /**
   * `live`: pictures come when they come and the newest is kept. `consumer`: the next one is made when the last was
   * taken, none is dropped, and a frame's times advance by `ptsMs`. `acknowledged`: the next one is made when the
   * consumer asks for it, which also reports that it has kept the last one; none is dropped.
   */
  pace: "live" | "consumer" | "acknowledged";
  /** True if it shows a place live: faults of its pictures are faults of the camera. */
  isCamera?: boolean;
  /** Opens the source and plays it to its end; throws an error for the technician; closes everything it opened. */
  pictures(settings: SourceSettings, signal: AbortSignal): AsyncGenerator<Picture>;
  /**
   * Reads a stream of video without decoding it; a source that cannot be read so has none. Resolves when `signal`
   * aborts; throws an error for the technician.
   */
  readPackets?: (
    settings: { takePackets: TakePackets; monotonicMs: () => number },
    signal: AbortSignal,
  ) => Promise<void>;
};

export type SourceParse = { ok: true; source: Source } | { ok: false; problem: string };

/** One kind of camera: a URL scheme and its handling of such a URL. */
export type SourceKind = {
  /** Scheme of the URL in lower case, without the colon. */
  scheme: string;
  /** An example to show when a URL was not understood. */
  example: string;
  /** Reached over the network: its URL may contain credentials. */
  isNetwork?: boolean;
  parse(url: URL): SourceParse;
};

/** `?fps=`: frames per second. */
export const framesPerSecondOption = z.coerce.number().min(0.1).max(120).optional();

/** `?pace=`: `realtime` plays at the source's own speed, `consumer` waits for the consumer before each picture. */
export const paceOption = z.enum(["realtime", "consumer"]).default("realtime");

/** `true` or `false`, nothing else. */
export const booleanOption = z.enum(["true", "false"]).transform((text) => text === "true");

/** Reads the query of a URL by a schema; reports every problem at once, in words for the author of the URL. */
export function parseOptions<Shape extends z.ZodRawShape>(
  url: URL,
  shape: Shape,
): { ok: true; options: z.output<z.ZodObject<Shape>> } | { ok: false; problem: string } {
  const result = z.strictObject(shape).safeParse(Object.fromEntries(url.searchParams));
  if (result.success) return { ok: true, options: result.data };
  const problems = result.error.issues.map((issue) =>
    issue.code === "unrecognized_keys"
      ? `unknown option ${issue.keys.join(", ")} (known: ${Object.keys(shape).join(", ")})`
      : `option ${issue.path.join(".")}: ${issue.message}`,
  );
  return { ok: false, problem: problems.join("; ") };
}

/** The lower of two optional rates. */
export function lowerRate(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.min(one, other);
}
