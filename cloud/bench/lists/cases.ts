import { createHash } from "node:crypto";
import type { Client } from "pg";
import { listRoutes } from "./list-routes.ts";

/** Parameters of the requests for a list: every combination of a person, a path and up to two filters. */
export type ListPlan = {
  people: readonly string[];
  paths: readonly string[];
  /** Values of each query parameter: frequent, rare, only found long ago, and absent. Enumerations are filled in. */
  filters: Record<string, string[]>;
  /** Positions in the middle and near the end, as cursors hold them. */
  positions: readonly unknown[];
  /**
   * Another order of the list, with its own positions: it is asked for alone, and with each filter. Some filters are
   * for it only, and some for the first order only.
   */
  otherOrder?: { query: string; positions: readonly unknown[]; only: readonly string[]; without: readonly string[] };
};

/** Rows of the seeded data that paths and cursors name. */
type Known = { containers: string[]; manifests: string[]; sinceStart: (part: number) => string };

/** Users whose lists differ: all rows, a fifth of them, few, only very old ones, none. */
const SUPERVISOR = "sup1";
const OPERATORS = ["op1", "op300", "op-old", "op-none"];
const ADMIN = "admin";

const DAY_MS = 86_400_000;
const YEARS_MS = 730 * DAY_MS;

/** The id of a seeded row that is as old as the seeded accounts. */
export const oldIdOf = (name: string) => idAt(1_600_000_000_000, name);

function idAt(ms: number, name: string): string {
  return ms.toString(16).padStart(12, "0") + createHash("md5").update(name).digest("hex").slice(0, 12);
}

/** Finds the rows of the data that `nowMs` was seeded with that the requests below name. */
async function findKnown(client: Client, nowMs: number): Promise<Known> {
  const idsOf = async (query: string) => (await client.query<{ id: string }>(query)).rows.map(({ id }) => id);
  const busiest = await idsOf(
    "select container_id as id from scans group by container_id order by count(*) desc limit 1",
  );
  const typical = await idsOf(
    "select id from containers where deleted_at is null order by id desc offset 1000 limit 1",
  );
  const attached = await idsOf(
    "select manifest_id as id from containers where manifest_id is not null order by 1 limit 1",
  );
  const waiting = await idsOf("select id from manifests where deleted_at is null order by id desc limit 1");
  return {
    containers: [...busiest, ...typical],
    manifests: [...attached, ...waiting],
    sinceStart: (part) => new Date(nowMs - YEARS_MS * (1 - part)).toISOString(),
  };
}

/** Every list of the service by its route, with its requests for the data seeded up to `nowMs`. */
export async function planLists(client: Client, nowMs: number): Promise<Record<string, ListPlan>> {
  const plans = plansFor(await findKnown(client, nowMs), nowMs);
  for (const { path, filters } of listRoutes)
    for (const [name, values] of Object.entries(filters)) plans[path]?.filters[name]?.push(...values);
  return plans;
}

function plansFor({ containers, manifests, sinceStart }: Known, nowMs: number): Record<string, ListPlan> {
  const positions = [0.5, 0.02].map((part) => idAt(nowMs - YEARS_MS * (1 - part), ""));
  const fromAndTo = { from: [0.1, 0.9].map(sinceStart), to: [0.001, 0.1, 0.9].map(sinceStart) };
  const parts = ["MSKU", "QXZU", "QXZU0", "0079", "qxzu00", "Q", "XZ", "77", "?", "~~", "ZZZZ9999999", "MSK"];
  const texts = ["MSKU", "QXZU0", "7", "BLQ", "coffee", "filters", "antique", "seal", "ajar", "none such", "咖啡"];
  const shown = { class: ["carton", "none"], cameraId: ["camera-7", "none"], laneId: ["lane-7", "none"] };
  const ofContainer = (rest: string) => ({
    people: [SUPERVISOR],
    paths: containers.map((id) => `/v1/containers/${id}/${rest}`),
    positions,
  });
  const admin = { people: [ADMIN], positions };
  return {
    "/v1/containers": {
      people: [SUPERVISOR, ...OPERATORS],
      paths: ["/v1/containers"],
      filters: {
        status: [],
        q: parts,
        search: texts,
        ownerId: ["op1", "op300", "op-old", "op-none"].map(oldIdOf),
        ...fromAndTo,
        sort: [],
        activeFrom: [0.1, 0.9].map(sinceStart),
        activeTo: [0.001, 0.1, 0.9].map(sinceStart),
        sizeType: ["22G1", "45R1"],
        ...shown,
        verdict: [],
      },
      positions,
      otherOrder: {
        query: "sort=lastActivity",
        positions: [0.5, 0.02].map((part) => [sinceStart(part), idAt(nowMs - YEARS_MS * (1 - part), "")]),
        only: ["activeFrom", "activeTo"],
        without: ["from", "to"],
      },
    },
    "/v1/containers/facets": {
      people: [SUPERVISOR, "op300"],
      paths: ["/v1/containers/facets"],
      filters: {
        status: [],
        q: ["QXZU0"],
        search: ["filters", "coffee", "antique"],
        ownerId: [oldIdOf("op1")],
        activeFrom: [sinceStart(0.9)],
        activeTo: [sinceStart(0.1)],
        sizeType: ["22G1"],
        ...shown,
        verdict: [],
      },
      positions: [],
    },
    "/v1/manifests": {
      people: [SUPERVISOR, ...OPERATORS, "sup19"],
      paths: ["/v1/manifests"],
      filters: {
        status: [],
        q: [...parts, "BLQ", "blqxz0"],
        containerNumber: ["MSKU0000001", "NONE"],
        attached: [],
        total: ["true"],
      },
      positions,
    },
    "/v1/manifests/{id}/history": {
      people: [SUPERVISOR],
      paths: manifests.map((id) => `/v1/manifests/${id}/history`),
      filters: {},
      positions,
    },
    "/v1/containers/{id}/scans": { ...ofContainer("scans"), filters: { type: [], visit: ["1"] } },
    "/v1/containers/{id}/evidence": {
      ...ofContainer("evidence"),
      filters: { visit: ["1"] },
      positions: positions.map((id) => `ev_${id}`),
    },
    "/v1/containers/{id}/visits": { ...ofContainer("visits"), filters: {}, positions: [1] },
    "/v1/passages": {
      people: [SUPERVISOR, ...OPERATORS],
      paths: ["/v1/passages"],
      filters: { state: [], laneId: shown.laneId },
      positions: [0.5, 0.02].map((part) => [sinceStart(part), idAt(nowMs - YEARS_MS * (1 - part), "")]),
    },
    "/v1/escalations": {
      people: [SUPERVISOR],
      paths: ["/v1/escalations"],
      filters: {
        state: [],
        containerId: containers,
        claimedById: ["sup1", "sup20", "op-none"].map(oldIdOf),
        total: ["true"],
      },
      positions,
    },
    "/v1/escalations/queue": {
      people: [SUPERVISOR],
      paths: ["/v1/escalations/queue"],
      filters: {
        state: [],
        source: [],
        containerId: containers,
        claimedById: ["sup1", "op-none"].map(oldIdOf),
        laneId: ["lane-7", "none"],
        class: ["carton", "none"],
        raisedBefore: [0.1, 0.9].map(sinceStart),
      },
      positions: positions.map((id) => [3, id]),
    },
    "/v1/admin/audit-log": {
      ...admin,
      paths: ["/v1/admin/audit-log"],
      filters: {
        actor: [
          "user",
          "edge",
          "anonymous",
          oldIdOf("op1"),
          "op1@example.com",
          "op-old@example.com",
          oldIdOf("op-old"),
          "box-7",
          "no-one",
        ],
        action: ["scan.record", "container.", "topology.update", "webhook.", "no.action", "no."],
        total: ["true"],
        subject: [
          "container",
          "scan",
          "manifest",
          "topology",
          "webhook",
          "nothing",
          `container:${containers[1]}`,
          "container:none",
        ],
        ...fromAndTo,
      },
    },
    "/v1/admin/users": {
      ...admin,
      paths: ["/v1/admin/users"],
      filters: { role: [], disabled: ["true", "false"], q: ["op1", "none"] },
    },
    "/v1/admin/invites": {
      ...admin,
      paths: ["/v1/admin/invites"],
      filters: { status: [], email: ["guest7@example.com", "none@example.com"] },
    },
    "/v1/admin/email-jobs": {
      ...admin,
      paths: ["/v1/admin/email-jobs"],
      filters: { status: [], to: ["guest7@example.com", "none@example.com"] },
    },
    "/v1/admin/push-deliveries": {
      ...admin,
      paths: ["/v1/admin/push-deliveries"],
      filters: { status: [], deviceId: ["phone-7", "none"] },
    },
    "/v1/admin/webhooks": { ...admin, paths: ["/v1/admin/webhooks"], filters: {} },
    "/v1/admin/webhooks/{id}/deliveries": {
      ...admin,
      paths: [`/v1/admin/webhooks/${oldIdOf("hook2")}/deliveries`],
      filters: { status: [] },
    },
    "/v1/admin/edge-devices": {
      ...admin,
      paths: ["/v1/admin/edge-devices"],
      filters: { state: [], q: ["box-7", "none"], total: ["true"] },
    },
    "/v1/admin/cameras": {
      ...admin,
      paths: ["/v1/admin/cameras"],
      filters: { status: [], laneId: ["lane-7", "none"], q: ["camera-7", "none"] },
      positions: ["camera-5"],
    },
    "/v1/cameras": { people: ["op1"], paths: ["/v1/cameras"], filters: {}, positions: ["camera-5"] },
    "/v1/shifts": {
      people: [SUPERVISOR],
      paths: ["/v1/shifts"],
      filters: {
        laneId: ["lane-7", "lane-99", "none"],
        operatorId: ["op1", "op300", "op-old", "op-none"].map(oldIdOf),
        active: ["true", "false"],
      },
      positions,
    },
    "/v1/admin/releases": { ...admin, paths: ["/v1/admin/releases"], filters: { kind: [] } },
    "/v1/admin/service-accounts": { ...admin, paths: ["/v1/admin/service-accounts"], filters: {} },
    "/v1/user/me/sessions": { ...admin, people: [ADMIN, "op1"], paths: ["/v1/user/me/sessions"], filters: {} },
    "/v1/admin/users/{id}/sessions": { ...admin, paths: [`/v1/admin/users/${oldIdOf("op1")}/sessions`], filters: {} },
    "/v1/admin/roll-outs": { ...admin, paths: ["/v1/admin/roll-outs"], filters: {} },
    "/v1/admin/category-map/versions": {
      ...admin,
      paths: ["/v1/admin/category-map/versions"],
      filters: {},
      positions: [30],
    },
    "/v1/rule-sets": {
      people: [SUPERVISOR],
      paths: ["/v1/rule-sets"],
      filters: { siteId: ["site-3", "none"], state: [] },
      positions: [30],
    },
    "/v1/rule-sets/{version}/replay/changes": {
      people: [SUPERVISOR],
      paths: ["/v1/rule-sets/30/replay/changes"],
      filters: {},
      positions,
    },
  };
}
