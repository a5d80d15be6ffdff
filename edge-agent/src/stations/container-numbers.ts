import type { NumberEvidence } from "../reading/number-evidence.ts";

/** Source of the container number of a station's scans. */
export type ContainerSource =
  | { kind: "fixed"; containerNumber: string }
  | { kind: "identified"; expiresAfterMs: number; waitMs: number; severalLoads: boolean; announcedAfterLoads: boolean };

/** A number that a gate system, an operator or a reader of numbers reports for a lane. */
export type NumberReport = {
  containerNumber: string;
  /** Channel of the report: a request to the agent's HTTP server, an MQTT message, or a number camera. */
  source: "http" | "mqtt" | "camera";
  /** 0..1; undefined where it is not known. */
  confidence?: number | undefined;
  /** Position of the container on its vehicle; undefined: the number holds for every position of the lane. */
  position?: string | undefined;
  /** Evidence from which a number camera read it. */
  evidence?: NumberEvidence | undefined;
};
