import type { AiRequestHeader, EdgeDetection, ScanType } from "@container-inspection/shared-schemas";

/** A picture to look at, decoded to its end before: width and height in pixels, before any orientation tag. */
export type AiRequest = {
  task: ScanType;
  contentType: AiRequestHeader["contentType"];
  bytes: Uint8Array;
  width: number;
  height: number;
  /** How long the caller waits, in milliseconds, all queues included. */
  deadlineMs: number;
};

/** What the model found. Width and height are those of the upright picture, which polygons refer to. */
export type AiFindings = {
  model: { name: string; version: string };
  width: number;
  height: number;
  detections: EdgeDetection[];
  inferenceMs: number;
};

/** `invalid-image`: this picture will never do. `failed`: worth another try later; `message` says what happened. */
export type AiOutcome =
  | { kind: "found"; findings: AiFindings }
  | { kind: "invalid-image"; message: string }
  | { kind: "failed"; message: string };

/** The service that runs the models. Whatever happens to it is an outcome: `detect` never rejects. */
export type AiService = {
  detect(request: AiRequest): Promise<AiOutcome>;
  /** `up` while it is connected and has said what it offers; `absent` when none is set up. */
  state(): "up" | "away" | "absent";
  /** Fails what is under way, and everything asked for later. */
  close(): void;
};

/** Stands in where no AI service is configured: it is always away. */
export function createAbsentAiService(): AiService {
  return {
    detect: async () => ({ kind: "failed", message: "there is no AI service: AI_SERVICE_URL is not set" }),
    state: () => "absent",
    close: () => {},
  };
}
