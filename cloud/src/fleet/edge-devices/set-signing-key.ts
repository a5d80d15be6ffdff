import { edgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { setSigningKeyRequest } from "@container-inspection/shared-schemas/signing-keys";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { findOtherHolder } from "../../inspection/provenance/signing-key-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { answerEdgeDevice, changeUsableDevice } from "./change-edge-device.ts";
import { inUseMessage, INVALID_PROOF, isProven, registerSigningKey } from "./register-signing-key.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/edge-devices/{id}/signing-key",
  operationId: "setEdgeSigningKeyV1",
  tags: ["Edge devices"],
  summary: "Set the key with which an edge device signs its records",
  description:
    "The public key that `edge-agent signing-key` prints on the device, with the proof that the device has the private half; a device that joins registers " +
    "its key itself. A key belongs to one device that is not revoked. The previous key still counts for what was captured before. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(setSigningKeyRequest) },
  responses: {
    200: json(successEnvelope(edgeDeviceDetail), "The device with its keys"),
    ...errors(
      "VALIDATION_ERROR",
      "EDGE_DEVICE_NOT_FOUND",
      "EDGE_DEVICE_REVOKED",
      "SIGNING_KEY_IN_USE",
      "PRECONDITION_FAILED",
    ),
  },
});

export const setSigningKey = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { signingKey: publicKey, proof } = c.req.valid("json");
  if (!isProven({ publicKey, proof, subject: publicKey })) {
    const details = [{ path: "proof", message: INVALID_PROOF }];
    return fail(c, "VALIDATION_ERROR", "The signing key is not shown to be the device's own.", details);
  }
  return changeUsableDevice(c, parts, id, async ({ tx, device, now, audit }) => {
    const holder = await findOtherHolder(tx, { publicKey, deviceId: device.id });
    if (holder) return fail(c, "SIGNING_KEY_IN_USE", inUseMessage(holder.name));
    const signingKey = await registerSigningKey(tx, device, { id: parts.newId(), publicKey, now });
    if (signingKey !== undefined) await audit("edge-device.set-signing-key", { before: null, after: { signingKey } });
    return answerEdgeDevice(c, tx, device, now);
  });
});
