import type { AiRequestHeader, AiTask } from "@container-inspection/shared-schemas/ai-protocol";
import type { EdgeDetection } from "@container-inspection/shared-schemas/edge";
import type { ScanType } from "@container-inspection/shared-schemas/scans";

/** A picture that was decoded completely; width and height in pixels as stored, before any orientation tag. */
export type AiRequest<Task extends AiTask = ScanType> = {
  task: Task;
  contentType: AiRequestHeader["contentType"];
  bytes: Uint8Array;
  width: number;
  height: number;
  /** Time in ms for which the caller waits, including all queues. */
  deadlineMs: number;
  /** Numbers that the reader of an `identify` request prefers if it is in doubt, at most 50. */
  expectedNumbers?: readonly string[] | undefined;
};

/**
 * Findings of the model. Width and height are those of the upright picture, which polygons refer to.
 */
export type AiFindings = {
  model: { name: string; version: string };
  width: number;
  height: number;
  detections: EdgeDetection[];
  inferenceMs: number;
  /** Undefined where the service does not know. */
  unlikeTraining?: boolean | undefined;
};

type Candidate = { text: string; confidence: number };
/** A number read from a picture, with other readings that are nearly as likely; confidences 0 to 1. */
type AiNumber = Candidate & { candidates: Candidate[] };

/**
 * `invalid-image`: this picture will never work. `failed`: a later attempt may succeed; `message` describes what
 * happened.
 */
export type AiFailure = { kind: "invalid-image"; message: string } | { kind: "failed"; message: string };
export type AiOutcome = { kind: "found"; findings: AiFindings } | AiFailure;
/**
 * `number` is null if the picture shows none, or if it is too doubtful: `unread` then states the candidates and the
 * reason why none is the number.
 */
export type AiReading =
  | { kind: "read"; number: AiNumber | null; unread?: { reason: string; candidates: Candidate[] } | undefined }
  | AiFailure;

/** The service that runs the models. Whatever happens to it is an outcome: nothing here rejects. */
export type AiService = {
  detect(request: AiRequest): Promise<AiOutcome>;
  readNumber(request: AiRequest<"identify">): Promise<AiReading>;
  /** `up` while it is connected and has listed its tasks; `absent` if none is configured. */
  state(): "up" | "unavailable" | "absent";
  /** Returns the number of services in the settings, and the number of those that are connected. */
  services(): { configured: number; connected: number };
  /** Fails the requests under way, and all later ones. */
  close(): void;
};

/** The AI service of a process for which none is configured: every request fails. */
export function createAbsentAiService(): AiService {
  const failure: AiFailure = { kind: "failed", message: "no AI service is configured: AI_SERVICE_URL is not set" };
  return {
    detect: async () => failure,
    readNumber: async () => failure,
    state: () => "absent",
    services: () => ({ configured: 0, connected: 0 }),
    close: () => {},
  };
}
