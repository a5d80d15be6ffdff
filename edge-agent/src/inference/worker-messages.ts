import type { Detections } from "./detections.ts";
import type { Embedded, Embedding } from "./embed-pictures.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { LoadedModel, ModelSettings } from "./load-model.ts";
import type { LoadedNumberReader, NumberReaderSettings } from "./number-networks.ts";
import type { NumberPlace } from "../reading/number-place.ts";

/** Request to a worker to load a model or a number reader and keep it. */
export type Loading =
  | { type: "load"; settings: ModelSettings }
  | { type: "load-number-reader"; settings: NumberReaderSettings };

/** Task of a worker for a picture. */
export type PictureTask = "detect" | "read-numbers";

/** Main thread → inference worker: it ends after the run in progress; what waits has no reply. */
export const END = { type: "end" } as const;

/** Main thread → inference worker; each has one reply of the same number, in any order. */
export type WorkerRequest =
  | (Loading & { request: number; model: number })
  /** Loads a separate model and runs it on its golden pictures. */
  | { type: "check"; request: number; settings: ModelSettings }
  /** Computes the features of picture files with a separate network. */
  | { type: "embed"; request: number; embedding: Embedding }
  /** The picture's bytes are shared memory, which the worker only reads. */
  | { type: PictureTask; request: number; model: number; picture: Picture };

/** Inference worker → main thread. */
export type WorkerReply =
  | { type: "loaded"; request: number; facts: LoadedModel }
  | { type: "number-reader-loaded"; request: number; facts: LoadedNumberReader }
  | { type: "checked"; request: number; check: ModelCheck }
  | { type: "embedded"; request: number; embedded: Embedded }
  | { type: "found"; request: number; detections: Detections }
  | { type: "numbers-read"; request: number; places: NumberPlace[]; inferenceMs: number }
  | { type: "failed"; request: number; failure: WorkerFailure };

/** An error's parts: its class is lost on the way between threads. */
export type WorkerFailure =
  | { kind: "load"; file: string; reason: string }
  | { kind: "output"; model: string; reason: string }
  | { kind: "range"; message: string }
  | { kind: "other"; message: string };
