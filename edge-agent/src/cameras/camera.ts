import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { Frame } from "./frame.ts";
import type { MotionSettings } from "./motion-gate.ts";
import type { PictureFault, PictureHealthSettings } from "./picture-health.ts";
import type { PrivacyZone } from "./privacy-zones.ts";
import type { FailureKind } from "./source-error.ts";
import type { Turn } from "./turn-picture.ts";

/**
 * - `starting`: its process has been started, no picture yet
 * - `running`: pictures arrive
 * - `stalled`: no picture came for `stallAfterMs`; its process was killed, a restart is due
 * - `failed`: the source could not be opened or its process died; a restart is due (see `lastError`)
 * - `stopped`: permanently, see `stopReason`
 */
type CameraState = "starting" | "running" | "stalled" | "failed" | "stopped";

export type CameraStatus = {
  state: CameraState;
  /** Set exactly when `state` is `stopped`. */
  stopReason: "end of file" | "closed" | null;
  /** Wall-clock time of the newest picture captured, whether or not it was taken. */
  lastFrameAtMs: number | null;
  /** Pictures captured per second over the last seconds; 0 while none arrive. */
  framesPerSecond: number;
  /** Size of the newest frame taken. */
  widthPixels: number | null;
  heightPixels: number | null;
  framesDelivered: number;
  /** Pictures captured that a newer one replaced before the consumer took them. */
  framesDropped: number;
  /** Pictures of a live stream left out undecoded since the start, because decoding had fallen behind. */
  framesLeftOut: number;
  /** Decoder of its stream, such as `software h264`; null before the first picture and for other sources. */
  decoder: string | null;
  /** One of `pictureFaults`: the camera responds, but its picture does not change. */
  frozen: boolean;
  /** Problems of its pictures, while they arrive. */
  pictureFaults: PictureProblem[];
  /** True if nothing moves in front of the camera; its pictures are then only checked for motion. */
  quiet: boolean;
  /** Number of restarts of its process. */
  restarts: number;
  /** Reason for its last failure or stall, credentials masked; kept after it recovered. */
  lastError: string | null;
  /** The class of `lastError`, for programs. */
  lastErrorKind: FailureKind | null;
  /** The newest problem that did not stop it, such as a file that cannot be read. */
  lastWarning: string | null;
  /** The stream that the pictures of scans come from; null for a camera without a sub-stream, which is watched. */
  mainStream: MainStreamStatus | null;
  /** Id of its child process while there is one. */
  processId: number | null;
};

/** `message` contains the fix, for the technician. */
type PictureProblem = { kind: CameraFault; sinceMs: number; message: string };

/** Fault of a camera that delivers pictures; `degraded`: the pictures of scans are not full-size. */
export type CameraFault = PictureFault | "degraded";

export type MainStreamStatus = {
  state: "starting" | "running" | "failed";
  /** Size of its pictures, once one was decoded. */
  widthPixels: number | null;
  heightPixels: number | null;
  /** Reason for the current failure, credentials masked; `errorKind` is its class. */
  error: string | null;
  errorKind: FailureKind | null;
};

/** The picture of a scan; `problem`: why it is a smaller one than there should be. */
export type FullPicture = { frame: Frame; problem: string | null };

/** One camera in a separate child process, which is restarted whenever it ends. */
export type Camera = {
  id: string;
  /**
   * The frames, one consumer at a time. Each step takes the newest picture not yet taken, or waits for one; pictures
   * that came and went in between are counted in `framesDropped`, never queued. (With `?pace=consumer` the source waits
   * instead and nothing is dropped.) Ends when `signal` aborts, at the end of a file that does not loop, and on close;
   * failures of the camera never end it. A picture on its way when `signal` aborts is dropped. Throws when another
   * consumer is still reading.
   */
  frames(signal: AbortSignal): AsyncIterableIterator<Frame>;
  /**
   * Sets whether nothing is in view; call it after each frame, judging by it and by earlier ones. While idle, pictures
   * without motion are neither converted nor delivered. A restarted camera begins with all pictures.
   */
  setIdle(isIdle: boolean): void;
  status(): CameraStatus;
  /**
   * The picture of a scan for one of the camera's frames: of a camera with a sub-stream the main stream's picture of
   * that time, of a frame that was scaled down its whole picture, with the frame's own times; otherwise the frame
   * itself. Reaches back for `keepMs`; where there is none, it is the frame itself, with the reason.
   */
  fullPicture(frame: Frame): Promise<FullPicture>;
  /**
   * Learns the reference picture again: the camera looks where it should now. False for one whose pictures are not
   * checked, which has none.
   */
  learnView(): boolean;
  /** Stops permanently; resolves once the child process has ended, after at most about one second. */
  close(): Promise<void>;
};

/** Bounds of waiting and restarting, milliseconds. */
export type CameraTiming = {
  /** No picture for this long: kill the process and start it again. Default 10 s. */
  stallAfterMs: number;
  /** Shortest and longest pause before a restart. Defaults 1 s and 60 s. */
  restartMinMs: number;
  restartMaxMs: number;
  /** Pictures for this long before a failure forget the failures before it. Default 60 s. */
  healthyAfterMs: number;
};

export type CameraOptions = {
  id: string;
  /** See `sources.ts`; relative `file:` URLs go through `resolveCameraUrl` first. */
  url: string;
  /** A smaller stream of the same camera, which is watched; `url` then is only decoded for the pictures of scans. */
  subStream?: string | undefined;
  /** Time in ms that `fullPicture` reaches back. Default 20 s. */
  keepMs?: number | undefined;
  /** Wider pictures are scaled down to this width, keeping their shape. Default: the source's own size. */
  maxWidthPixels?: number | undefined;
  /** Wider pictures of an RTSP stream are scaled down to this width; `fullPicture` has the whole. Default: never. */
  watchWidthPixels?: number | undefined;
  /** Maximum number of pictures captured per second; `?fps=` can only lower it. Default: the source's own rate. */
  framesPerSecond?: number | undefined;
  /** Pictures without motion are skipped while nothing is in view. Default: never. */
  motion?: MotionSettings | undefined;
  /** Dark, frozen and blurred pictures and a turned camera are found. Default: never. */
  health?: PictureHealthSettings | undefined;
  /** Path of the file that keeps the camera's reference picture. */
  referenceFile?: string | undefined;
  /** `software`, `auto`, or FFmpeg's name of the hardware that decodes its stream. Default `software`. */
  decoder?: string | undefined;
  /** Turns the pictures clockwise, degrees, for a camera that is mounted turned. Default 0. */
  rotate?: Turn | undefined;
  /** Painted black in the camera's process, before anything leaves it. */
  privacyZones?: PrivacyZone[] | undefined;
  /** Path of the file in which a `folder:` camera records which files it has read. */
  stateFile?: string | undefined;
  timing?: Partial<CameraTiming> | undefined;
  /** Frames carry both of its times. */
  clock: Clock;
  logger: Logger;
  /** Uniform in [0, 1), for the jitter of restarts. */
  random: () => number;
};
