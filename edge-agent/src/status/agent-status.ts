import type { ReleaseReport } from "@container-inspection/shared-schemas/releases";
import type { CameraStatus } from "../cameras/camera.ts";
import type { CameraDriftStatus } from "../care/drift/watch-camera.ts";
import type { ForwarderStatus } from "../forwarding/forwarder.ts";
import type { SigningKeyStatus } from "../forwarding/signing/key-registration.ts";
import type { PoolStatus } from "../inference/inference-pool.ts";
import type { LayoutName } from "../inference/layouts/layout.ts";
import type { MqttStatus } from "../lanes/mqtt-triggers.ts";
import type { NumberLaneStatus } from "../composition/open-number-cameras.ts";
import type { OutboxStatus } from "../outbox/outbox.ts";
import type { ShadowReport } from "../care/roll-outs/follow-shadows.ts";
import type { StationStatus } from "../stations/station.ts";
import type { VerdictStatus } from "../lanes/verdicts/lane-verdicts.ts";
import type { WatchingStatus } from "../care/watching/start-watching.ts";
import type { DrainStatus } from "./estimate-drain.ts";

/**
 * Everything a technician may ask a running agent about; times ending in `Ms` are milliseconds since the Unix epoch.
 */
export type AgentStatus = {
  version: string;
  deviceId: string;
  configFile: string;
  dataDir: string;
  cloudUrl: string;
  startedAtMs: number;
  uptimeSeconds: number;
  clockSynchronised: boolean;
  /** Milliseconds by which this machine is ahead of the cloud, negative behind; null until the cloud reports it. */
  clockOffsetMs: number | null;
  /** The key with which this agent signs, and its state at the cloud. */
  signingKey: SigningKeyStatus;
  cameras: ({
    id: string;
    url: string;
    /** Fix for `lastError`. */
    lastErrorFix: string | null;
  } & CameraStatus)[];
  stations: StationStatus[];
  /** The lanes and stations whose container numbers cameras read. */
  numbers: NumberLaneStatus[];
  /** Null where no broker is configured. */
  mqtt: MqttStatus | null;
  models: {
    id: string;
    name: string;
    version: string;
    classNames: readonly string[];
    executionProvider: string;
    task: "detect" | "segment" | "classify";
    layout: LayoutName;
    inputWidthPixels: number;
    inputHeightPixels: number;
    /** Result of the check with its golden pictures on this machine; `unchecked`: none lie beside the file. */
    check: "passed" | "failed" | "unchecked";
    /** Reason why the model is not used on this machine. */
    problem: string | null;
  }[];
  inference: PoolStatus;
  /** Null while the outbox cannot be read; `outboxError` is the reason then. */
  outbox: OutboxStatus | null;
  outboxError: string | null;
  /** Captures that the outbox refused: scans that are kept in memory, and lost captures. */
  refused: { unsaved: number; lostScans: number; lostEvents: number };
  forwarder: ForwarderStatus;
  /** The delivery of records that wait for longer than usual; null without those. */
  drain: DrainStatus | null;
  watching: WatchingStatus;
  /** Comparison of the cameras' days with those after their installation; null if it is disabled. */
  drift: CameraDriftStatus[] | null;
  /** Outputs at which the verdicts of lanes are given out. */
  verdicts: VerdictStatus[];
  /** Progress of this device with the releases that the cloud rolls out to it. */
  releases: ReleaseReport[];
  /** Progress with the models that are compared with those in use, and their differences. */
  shadows: ShadowReport[];
};
