import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { acknowledgementKeyData } from "@container-inspection/shared-schemas/transfers";
import { createRoute } from "@hono/zod-openapi";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/edge-imports/key",
  operationId: "getAcknowledgementKeyV1",
  tags: ["Edge devices"],
  summary: "Get the key with which the service signs",
  description:
    "It signs the acknowledgements of imported records, and case files. Devices receive it when they join and with each heartbeat. For a device that has " +
    "never been connected, pass it to `edge-agent queue acknowledge --cloud-key`; for a case file, to `node verify.mjs --key`.",
  responses: { 200: json(successEnvelope(acknowledgementKeyData), "The public half of the key") },
});

export const getAcknowledgementKey = defineRoute("admin", config, ({ settings }: Needs<"settings">) => async (c) => {
  const { publicKey, fingerprint } = openServiceKey(settings);
  return ok(c, { publicKey, fingerprint });
});
