import { describeSkew } from "@container-inspection/shared-schemas/durations";
import type { AlertKind } from "@container-inspection/shared-schemas/notifications";
import type { NewLiveEvent } from "../events/new-live-event.ts";

/**
 * Effect of a live event on an incident: its beginning, its end, or all of one that has no duration.
 */
export type IncidentStep = {
  step: "begin" | "end" | "whole";
  kind: AlertKind;
  subject: string;
  deviceId: string | null;
  cameraId: string | null;
  detail: string | null;
};

/** Breaks of a chain that can be closed again: the missing record arrives, or the device signs. */
const CLOSABLE = new Set(["gap", "missing-signature"]);

/** The step of an incident that an event reports; undefined for events that report none. */
export function incidentStepOf(event: NewLiveEvent): IncidentStep | undefined {
  switch (event.kind) {
    case "device.silent":
    case "device.back":
      return ofDevice("device-silent", event.kind === "device.silent", event.deviceId, null);
    case "device.disk-low":
    case "device.disk-freed":
      return ofDevice("disk-low", event.kind === "device.disk-low", event.deviceId, event.place);
    case "device.clock-off":
    case "device.clock-set":
      return ofDevice("clock-off", event.kind === "device.clock-off", event.deviceId, describeSkew(event.skewMs));
    case "camera.faulty":
    case "camera.recovered": {
      const { cameraId, deviceId } = event;
      const detail = event.kind === "camera.faulty" ? faultText(event) : null;
      const step = event.kind === "camera.faulty" ? "begin" : "end";
      return { step, kind: "camera-faulty", subject: cameraSubject(event), deviceId, cameraId, detail };
    }
    case "chain.broken":
    case "chain.restored":
      return stepOfChain(event);
    default:
      return undefined;
  }
}

/** Returns the subject of an incident of a camera: its fault as one device reports it. */
const cameraSubject = ({ deviceId, cameraId }: { deviceId: string; cameraId: string }): string =>
  `${deviceId} ${cameraId}`;

type ChainEvent = Extract<NewLiveEvent, { kind: "chain.broken" | "chain.restored" }>;

function stepOfChain({ kind, deviceId, cameraId, problem, recordId }: ChainEvent): IncidentStep | undefined {
  if (problem === "restart") return undefined;
  const begin = CLOSABLE.has(problem) ? "begin" : "whole";
  const step = kind === "chain.broken" ? begin : "end";
  const subject = `${recordId} ${problem}`;
  return { step, kind: "records-broken", subject, deviceId, cameraId, detail: problem.replace("-", " ") };
}

const faultText = ({ fault, reason }: { fault: string; reason: string | null }): string =>
  reason === null ? fault : `${fault} (${reason})`;

const ofDevice = (kind: AlertKind, isBeginning: boolean, deviceId: string, detail: string | null): IncidentStep => ({
  step: isBeginning ? "begin" : "end",
  kind,
  subject: deviceId,
  deviceId,
  cameraId: null,
  detail,
});
