import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { fleetFaults } from "@container-inspection/shared-schemas/fleet-faults";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findFaultyCameras, findLowDisks, findSilentDevices, findWrongClocks } from "./fleet-fault-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/fleet/faults",
  operationId: "getFleetFaultsV1",
  tags: ["Edge devices"],
  summary: "Silent edge devices, faulty cameras, full disks and wrong clocks",
  description: "What supervisors are notified of, as long as it lasts. Revoked devices and their cameras do not count.",
  responses: { 200: json(successEnvelope(fleetFaults), "Faults of cameras and devices now") },
});

export const getFleetFaults = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const [devices, faulty] = [await findSilentDevices(db), await findFaultyCameras(db)];
      const [low, clocks] = [await findLowDisks(db), await findWrongClocks(db)];
      return ok(c, {
        silentDevices: devices.flatMap(({ silentSince, ...device }) =>
          silentSince ? [{ ...device, silentSince: silentSince.toISOString() }] : [],
        ),
        faultyCameras: faulty.map(({ since, ...camera }) => ({ ...camera, since: since.toISOString() })),
        lowDisks: low.flatMap(({ diskLowSince, ...device }) =>
          diskLowSince ? [{ ...device, since: diskLowSince.toISOString() }] : [],
        ),
        wrongClocks: clocks.flatMap(({ clockOffSince, ...device }) =>
          clockOffSince ? [{ ...device, since: clockOffSince.toISOString() }] : [],
        ),
      });
    },
  { readsReplica: true },
);
