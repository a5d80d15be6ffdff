import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import {
  heartbeatData,
  heartbeatRequest,
  type HeartbeatRequest,
} from "@container-inspection/shared-schemas/heartbeats";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { answerOnce } from "../../platform/idempotency/answer-once.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { findCurrentFingerprint } from "../../inspection/provenance/signing-key-store.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import type { Needs } from "../parts.ts";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { HEARTBEAT_ROUTE, HEARTBEAT_SECONDS } from "./edge-device-rules.ts";
import { openSharedKeyDevice, writeHeartbeat } from "./heartbeat-store.ts";
import { findConfigurationHead } from "../configurations/configuration-store.ts";
import { recordCameraFaults } from "./record-camera-faults.ts";
import { recordClaims } from "./record-claims.ts";
import { recordClock } from "./record-clock.ts";
import { recordDisk } from "./record-disk.ts";
import { recordSeen } from "./record-seen.ts";
import { presentHeartbeat } from "./present-heartbeat.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import { followHeartbeat } from "../roll-outs/follow-heartbeat.ts";
import { findOperatorsAt } from "../shifts/shift-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/edge/heartbeat",
  operationId: HEARTBEAT_ROUTE,
  tags: ["Edge"],
  summary: "Report device status",
  description:
    "Replaces the previous heartbeat of the device. A device with its own key is identified by the key; with the shared key by `device_id`, " +
    "under which it is listed from then on; without one nothing is stored. An Idempotency-Key is remembered for one day, since a device " +
    "sends thousands of heartbeats in it; a heartbeat sent again later counts as a new one. A camera that is down or faulty in every " +
    "heartbeat for `CAMERA_FAULT_SECONDS` is reported to supervisors, to `GET /v1/events` and to webhooks, as is its recovery; so is a disk or queue with less than " +
    "`EDGE_DISK_LOW_PERCENT` of free space, until half as much again is free, and a clock that is off by more than a minute. The reply names the " +
    "operator on shift in the lane of each camera (`POST /v1/shifts`), what is rolled out to the device (`POST /v1/admin/roll-outs`), and the key that is " +
    "registered for its records.",
  request: { headers: idempotencyHeaders, body: jsonBody(heartbeatRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(heartbeatData), "Recorded"),
    ...edgeErrors("VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const recordHeartbeat = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "jobs" | "logger" | "nowMs" | "newId">) => async (c) => {
    const body = c.req.valid("json");
    const nowMs = parts.nowMs();
    const now = new Date(nowMs);
    return answerOnce(c, { db: parts.db, operationId: HEARTBEAT_ROUTE, body, now }, async (tx) => {
      const clockSkewMs = body.timestamp ? body.timestamp.getTime() - nowMs : null;
      const deviceId = await findDeviceId(c, parts, tx, body, now);
      const columns = {
        heartbeat: presentHeartbeat(body),
        clockSkewMs,
        ...(body.device_id === undefined ? {} : { reportedId: body.device_id }),
        ...(body.agent_version === undefined ? {} : { agentVersion: body.agent_version }),
      };
      const device = deviceId === null ? null : await writeHeartbeat(tx, deviceId, columns, now);
      const signer = c.get("edgeCaller").device;
      if (signer) await recordClaims(parts, tx, signer, body);
      if (device) await recordCameraFaults(parts, tx, device, body.cameras);
      if (device) await recordDisk(parts, tx, device, body);
      if (device) await recordClock(parts, tx, device, clockSkewMs);
      const shown = {
        receivedAt: now.toISOString(),
        clockSkewMs,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        requestEncodings: ["gzip"],
        acknowledgementKey: openServiceKey(parts.settings).publicKey,
        ...(device && {
          configurationSha256: (await findConfigurationHead(tx, device.id))?.sha256 ?? null,
          signingKeyFingerprint: await findCurrentFingerprint(tx, device.id),
          ...(await followHeartbeat(tx, device.id, body, now)),
        }),
        lanes: await findLanes(tx, body, now),
      };
      return { deviceId: device?.id ?? null, ...shown };
    });
  },
  { largeBody: { module: "@container-inspection/shared-schemas/heartbeats", name: "heartbeatRequest" } },
);

/** The operators on shift at the cameras of a heartbeat, as its reply names them. */
async function findLanes(tx: DatabaseOrTransaction, { cameras = [] }: HeartbeatRequest, now: Date) {
  const ids = cameras.map(({ camera_id: id }) => id);
  const operators = await findOperatorsAt(tx, ids, now);
  return operators.map(({ until, ...operator }) => ({ ...operator, until: until.toISOString() }));
}

/**
 * The device of a heartbeat: by its key, or by the `device_id` that it sends with the shared key. Null without either.
 */
async function findDeviceId(
  c: AppContext,
  parts: Needs<"logger" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  { device_id: reportedId }: HeartbeatRequest,
  now: Date,
): Promise<string | null> {
  const signer = c.get("edgeCaller").device;
  if (signer) return signer.id;
  if (reportedId === undefined) return null;
  const { device, isNew } = await openSharedKeyDevice(tx, { id: parts.newId(), reportedId, now });
  const subject = { type: "edge-device", id: device.id };
  if (isNew)
    await auditOf(c, parts)(tx, {
      action: "edge-device.create",
      subject,
      before: null,
      after: snapshotEdgeDevice(device),
    });
  if (device.silentSince) await recordSeen(parts, tx, device, now);
  return device.id;
}
