import type { Detections } from "./detections.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import type { Picture } from "./letterbox.ts";
import type { LoadedModel, ModelSettings } from "./load-model.ts";

/** Main thread → inference worker; each has one reply of the same number, in any order. */
export type WorkerRequest =
  | { type: "load"; request: number; model: number; settings: ModelSettings }
  /** Runs a model of its own on its golden pictures. */
  | { type: "check"; request: number; settings: ModelSettings }
  /** The picture's bytes are shared memory, which the worker only reads. */
  | { type: "detect"; request: number; model: number; picture: Picture };

/** Inference worker → main thread. */
export type WorkerReply =
  | { type: "loaded"; request: number; facts: LoadedModel }
  | { type: "checked"; request: number; check: ModelCheck }
  | { type: "found"; request: number; detections: Detections }
  | { type: "failed"; request: number; failure: WorkerFailure };

/** An error's parts: its class is lost on the way between threads. */
export type WorkerFailure =
  | { kind: "load"; file: string; reason: string }
  | { kind: "output"; model: string; reason: string }
  | { kind: "range"; message: string }
  | { kind: "other"; message: string };
