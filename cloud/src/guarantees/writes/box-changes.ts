import { sql } from "drizzle-orm";
import { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { takeImportTurn } from "../../inspection/manifests/imports/testing.ts";
import { createBox } from "../../intake/box-testing.ts";
import type { TestUser } from "../../testing/app.ts";
import { sendCall, type WriteCall, type WriteWorld } from "./write-world.ts";

/** A steel box that must not pass: the container that it is now, every number that it had, and why it stays. */
export type KeptBox = {
  id: string;
  numbers: string[];
  isHeld: boolean;
  isLegallyHeld: boolean;
  /** The last scan and photo of it, and a manifest for it. */
  scanId: string;
  evidenceId: string;
  manifestId: string;
};

/** One attempt: who makes it, and a number that varies it. */
export type Attempt = { world: WriteWorld; box: KeptBox; user: TestUser; choice: number };
/** The effect of a route on the box; `after` notes the outcome in the box, when the route has succeeded. */
export type BoxChange = (attempt: Attempt) => Promise<{ call: WriteCall; after?: (data: any) => void | Promise<void> }>; // oxlint-disable-line typescript/no-explicit-any -- replies of every shape

const HOUR_MS = 3_600_000;
function pick<Item>(items: readonly Item[], choice: number): Item {
  const picked = items[choice % items.length];
  if (picked === undefined) throw new Error("there is nothing to pick from");
  return picked;
}
const onBox =
  (more: (attempt: Attempt) => Partial<WriteCall> = () => ({})): BoxChange =>
  async (attempt) => {
    const { box, user } = attempt;
    const { params, ...rest } = more(attempt);
    return { call: { as: user, params: { id: box.id, ...params }, ...rest } };
  };
const picture = onBox(({ world }) => ({ image: world.jpeg }));
const withManifest = onBox(({ box }) => ({
  params: { manifestId: box.manifestId },
  body: { manifestId: box.manifestId },
}));

/** The unresolved escalation of a box; a text that names none without one. */
async function openEscalationOf({ world, box }: Attempt): Promise<string> {
  const { rows } = await world.cloud.parts.db.execute<{ id: string }>(
    sql`select id from escalations where container_id = ${box.id} and state <> 'RESOLVED'`,
  );
  return rows[0]?.id ?? "none";
}
const onEscalation: BoxChange = async (attempt) => ({
  call: { as: attempt.user, params: { id: await openEscalationOf(attempt) } },
});

/** A record of a device, taken now or up to weeks ago. */
const record =
  (more: object = {}): BoxChange =>
  async ({ world, box, choice }) => {
    const { parts } = world.cloud;
    const timestamp = new Date(parts.nowMs() - pick([0, 0, 100, 1_000], choice) * HOUR_MS).toISOString();
    const image = Buffer.from(world.jpeg).toString("base64");
    const number = pick(box.numbers, choice);
    return {
      call: { as: "edge", params: { containerNumber: number }, body: { detections: [], image, timestamp, container_number: number, ...more } },
    };
  }; // prettier-ignore

/** Another container, with a scan, that the box is merged into or that is merged into the box. */
const merge: BoxChange = async ({ world, box, user, choice }) => {
  const number = world.unique("OTHER");
  const { id } = await world.make(world.ann, "POST", "/containers", { containerNumber: number });
  const [from, to] = choice % 2 === 0 ? [box.id, String(id)] : [String(id), box.id];
  const call = { as: user, params: { id: from }, body: { intoContainerId: to } };
  return { call, after: () => void (Object.assign(box, { id: to }) && box.numbers.push(number)) };
};

/** A passage that is recorded under the box and assigned elsewhere, or recorded elsewhere and assigned to the box. */
const assign: BoxChange = async ({ world, box, user, choice }) => {
  const [isOfBox, own] = [choice % 2 === 0, pick(box.numbers, choice)];
  const [device_id, passage_id] = [world.unique("box"), world.unique("passage")];
  const number = isOfBox ? own : world.unique("UNIDENTIFIED-lane");
  const image = Buffer.from(world.jpeg).toString("base64");
  const scan = {
    as: "edge" as const,
    params: { containerNumber: number },
    body: { detections: [], image, device_id, passage_id },
  };
  await sendCall(world, "POST /v1/edge/containers/{containerNumber}/scans/category", scan);
  const { rows } = await world.cloud.parts.db.execute<{ id: string }>(
    sql`select id from passages where passage_id = ${passage_id}`,
  );
  const body = { containerNumber: isOfBox ? world.unique("ELSEWHERE") : own };
  const call = { as: user, params: { id: rows[0]?.id ?? "none" }, body };
  return { call, after: () => void (isOfBox || box.numbers.push(number)) };
};

/** The effect of every route that can change a container on one that must not pass. */
export const boxChanges: Record<string, BoxChange> = {
  "POST /v1/containers": async ({ box, user, choice }) => ({
    call: { as: user, body: { containerNumber: pick(box.numbers, choice) } },
  }),
  "POST /v1/containers/identify": async ({ world, box, user, choice }) => {
    world.readNext(pick(box.numbers, choice));
    return { call: { as: user, image: world.jpeg } };
  },
  "PUT /v1/containers/{id}/container-number": async ({ world, box, user, choice }) => {
    const number = choice % 3 === 0 ? pick(box.numbers, choice) : world.unique("RENAMED");
    const call = { as: user, params: { id: box.id }, body: { containerNumber: number } };
    return { call, after: () => void (box.numbers.includes(number) || box.numbers.push(number)) };
  },
  "PUT /v1/containers/{id}/number-confirmation": onBox(),
  "PUT /v1/containers/{id}/owner": onBox(({ world, choice }) => ({ body: { ownerId: pick([world.ann, world.sue], choice).id } })),
  "PUT /v1/containers/{id}/legal-hold": async ({ box, user }) => ({
    call: { as: user, params: { id: box.id }, body: { reason: "court" } },
    after: () => void (box.isLegallyHeld = true),
  }),
  // A legal hold that is all that keeps the box may be released: that is no way around it.
  "DELETE /v1/containers/{id}/legal-hold": async ({ box, user }) => ({
    call: { as: user, params: { id: box.isHeld ? box.id : "none" } },
    after: () => void (box.isLegallyHeld = false),
  }),
  "DELETE /v1/containers/{id}": onBox(),
  "POST /v1/containers/{id}/examinations": onBox(() => ({ body: { result: "nothing", isOpened: true, note: "as declared" } })),
  "POST /v1/containers/{id}/visits": onBox(),
  "POST /v1/containers/{id}/merge": merge,
  "POST /v1/passages/{id}/assignment": assign,
  "PUT /v1/containers/{id}/manifest": withManifest,
  "DELETE /v1/containers/{id}/manifest": onBox(),
  "PUT /v1/containers/{id}/manifests/{manifestId}": withManifest,
  "DELETE /v1/containers/{id}/manifests/{manifestId}": withManifest,
  "POST /v1/containers/{id}/scans/category": picture,
  "POST /v1/containers/{id}/scans/defect": picture,
  "POST /v1/containers/{id}/scans/illegal": picture,
  "POST /v1/containers/{id}/scans/category/stream": picture,
  "POST /v1/containers/{id}/scans/illegal/stream": picture,
  "POST /v1/containers/{id}/scans/{scanId}/detections": onBox(({ box }) => ({
    params: { scanId: box.scanId },
    body: { className: "knife", polygon: { x: [0, 30, 30], y: [0, 0, 20] } },
  })),
  "PUT /v1/containers/{id}/scans/{scanId}/detections/{index}/verdict": onBox(({ box, choice }) => ({
    params: { scanId: box.scanId, index: "0" },
    body: { verdict: pick(["rejected", "confirmed"], choice), note: "seen" },
  })),
  "DELETE /v1/containers/{id}/scans/{scanId}/detections/{index}/verdict": onBox(({ box }) => ({
    params: { scanId: box.scanId, index: "0" },
  })),
  "POST /v1/containers/{id}/evidence": picture,
  "DELETE /v1/containers/{id}/evidence/{evidenceId}": onBox(({ box }) => ({ params: { evidenceId: box.evidenceId } })),
  "POST /v1/containers/{id}/escalate": onBox(() => ({ body: { reason: "odd" } })),
  "POST /v1/escalations/{id}/claim": onEscalation,
  "POST /v1/escalations/{id}/release": onEscalation,
  "PUT /v1/escalations/{id}/viewers/me": onEscalation,
  "DELETE /v1/escalations/{id}/viewers/me": onEscalation,
  // A decision to clear by a person other than the one who held the box is the only right way out.
  "POST /v1/escalations/{id}/resolve": async (attempt) => {
    const { world, box, user, choice } = attempt;
    const decisions = box.isHeld && user === world.sue ? ["clear", "hold", "inspect"] : ["inspect", "hold"];
    const decision = pick(decisions, choice);
    const call = { as: user, params: { id: await openEscalationOf(attempt) }, body: { decision, reason: "looked" } };
    return { call, after: () => void (decision === "hold" && (box.isHeld = true)) };
  },
  "POST /v1/manifests": async ({ box, user, choice }) => ({
    call: { as: user, body: { containerNumber: pick(box.numbers, choice) } },
  }),
  "POST /v1/manifests/import": async ({ box, user, choice }) => ({
    call: { as: user, file: { type: "text/csv", text: `containerNumber\n${pick(box.numbers, choice)}\n` } },
  }),
  "POST /v1/manifests/imports": async ({ world, box, user, choice }) => {
    const text = `containerNumber,status\n${pick(box.numbers, choice)},VALIDATED\n`;
    const call = { as: user, file: { type: "application/octet-stream", text } };
    return { call, after: ({ id }) => takeImportTurn(world.cloud.parts, id) };
  },
  "PUT /v1/manifests/imports/{id}": async ({ world, user }) => ({
    call: { as: user, params: { id: await world.manifestImport() }, body: {} },
    after: ({ id }) => takeImportTurn(world.cloud.parts, id),
  }),
  "PUT /v1/manifests/{id}": async ({ box, user, choice }) => ({
    call: { as: user, params: { id: box.manifestId }, body: { containerNumber: pick(box.numbers, choice), status: "VALIDATED" } },
  }),
  "POST /v1/manifests/{id}/match-preview": async ({ box, user }) => ({
    call: { as: user, params: { id: box.manifestId }, body: { billOfLading: "B2" } },
  }),
  "DELETE /v1/manifests/{id}": async ({ box, user }) => ({ call: { as: user, params: { id: box.manifestId } } }),
  "POST /v1/edge/containers/{containerNumber}/scans/category": record(),
  "POST /v1/edge/containers/{containerNumber}/scans/defect": record(),
  "POST /v1/edge/containers/{containerNumber}/scans/illegal": record(),
  "POST /v1/edge/containers/{containerNumber}/evidence": record({ detections: undefined }),
  "POST /v1/edge/containers/identify": record({ detections: undefined, image: undefined }),
}; // prettier-ignore

/** Makes one attempt; returns its status. */
export async function attemptChange(route: string, attempt: Attempt): Promise<number> {
  const change = boxChanges[route];
  if (!change) throw new Error(`${route} does nothing to a box: add it to boxChanges`);
  const { call, after } = await change(attempt);
  const { status, text } = await sendCall(attempt.world, route, call);
  attempt.world.readNext();
  if (status < 300) await after?.(JSON.parse(text).data);
  return status;
}

/** A device at a gate, which scans containers and requests the verdicts on them. */
export async function openGate({ cloud }: WriteWorld) {
  const fleet = await fleetOf(cloud);
  const { apiKey } = await fleet.make("Gate");
  const device = createBox({ deviceId: "gate", cameraId: "gate", nowMs: cloud.parts.nowMs });
  return {
    /** Scans a number; returns the container that the scan belongs to and the verdict on it. */
    async scan(number: string): Promise<{ containerId: string; scanId: string; verdict: string | undefined }> {
      cloud.advanceMs(1_000);
      const { body } = await device.capture({ number });
      const url = `/v1/edge/containers/${encodeURIComponent(number)}/scans/category`;
      const { containerId, scanId } = (await fleet.edge(apiKey, "POST", url, body)).body.data;
      const { verdicts } = (await fleet.edge(apiKey, "GET", "/v1/edge/verdicts")).body.data;
      const listed = verdicts.find((one: { scanId: string }) => one.scanId === scanId);
      return { containerId, scanId, verdict: listed?.verdict };
    },
  };
}
